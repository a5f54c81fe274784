import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bookmark, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { SavedView } from '../../../../contracts/api/index.ts';
import { canonicalJson } from '../../../../contracts/base/json.ts';
import { queries } from '../../api/queries.ts';
import { deleteView } from '../../api/views.ts';
import { Button } from '../../components/controls/button.tsx';
import { runFilterOf } from './run-filter.ts';
import type { RunSearch } from './run-filter.ts';
import { texts } from './texts.ts';
import { useViewChange } from './use-view-change.ts';

const NameView = lazy(() => import('./name-view.tsx'));

/** The views of runs that one has named: a link to each, and a way to name the one that is shown. */
export function SavedViews({ filter }: { filter: RunSearch }) {
  const { data } = useQuery({ ...queries.savedViews('runs'), staleTime: 60_000 });
  const [isNaming, setIsNaming] = useState(false);
  const views = data?.items ?? [];
  const isShown = ({ search }: SavedView) =>
    canonicalJson(runFilterOf(search)) === canonicalJson(filter);
  const canSave = Object.keys(filter).length > 0 && !views.some(isShown);
  if (views.length === 0 && !canSave) return null;
  return (
    <nav aria-label={texts.views.label} className="flex flex-wrap items-center gap-2 px-5 pb-3">
      {views.map((view) => (
        <ViewLink key={view.name} view={view} isShown={isShown(view)} />
      ))}
      {canSave && (
        <Button look="quiet" onClick={() => setIsNaming(true)}>
          <Bookmark aria-hidden className="size-4" />
          {texts.views.save}
        </Button>
      )}
      {isNaming && (
        <Suspense>
          <NameView filter={filter} onClose={() => setIsNaming(false)} />
        </Suspense>
      )}
    </nav>
  );
}

function ViewLink({ view: { name, search }, isShown }: { view: SavedView; isShown: boolean }) {
  const change = useViewChange(() => deleteView('runs', name));
  return (
    <span
      className={`flex items-center rounded-md border ${isShown ? 'border-accent bg-hover' : 'border-line'}`}
    >
      <Link
        to="/runs"
        search={runFilterOf(search)}
        aria-current={isShown ? 'page' : undefined}
        className="grid min-h-8 place-items-center px-2.5 max-md:min-h-11"
      >
        {name}
      </Link>
      {isShown && (
        <button
          type="button"
          aria-label={texts.views.remove(name)}
          disabled={change.isPending}
          onClick={() => change.mutate()}
          className="grid size-8 place-items-center text-muted hover:text-text max-md:size-11"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  );
}
