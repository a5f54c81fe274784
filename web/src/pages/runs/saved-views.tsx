import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { toast } from 'sonner';
import type { SavedView } from '../../../../contracts/api/index.ts';
import { canonicalJson } from '../../../../contracts/base/json.ts';
import { queries } from '../../api/queries.ts';
import { deleteView, saveView } from '../../api/views.ts';
import { Button } from '../../components/controls/button.tsx';
import { controlLook, Field } from '../../components/controls/field.tsx';
import { Dialog, DialogActions } from '../../components/dialogs/dialog.tsx';
import { runFilterOf } from './run-filter.ts';
import type { RunSearch } from './run-filter.ts';
import { texts } from './texts.ts';

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
      {isNaming && <NameDialog filter={filter} onClose={() => setIsNaming(false)} />}
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

function NameDialog({ filter, onClose }: { filter: RunSearch; onClose: () => void }) {
  const [name, setName] = useState('');
  const change = useViewChange(() => saveView('runs', name.trim(), { ...filter }), onClose);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== '') change.mutate();
  }
  return (
    <Dialog title={texts.views.save} isOpen onClose={onClose}>
      <form onSubmit={onSubmit}>
        <Field label={texts.views.name} help={texts.views.help}>
          {(control) => (
            <input
              {...control}
              value={name}
              maxLength={60}
              onChange={({ target }) => setName(target.value)}
              className={controlLook}
            />
          )}
        </Field>
        <DialogActions>
          <Button onClick={onClose}>{texts.views.cancel}</Button>
          <Button type="submit" look="primary" disabled={change.isPending || name.trim() === ''}>
            {texts.views.saveNamed}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** A change of the views, after which they are read again. */
function useViewChange(change: () => Promise<unknown>, onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['views'] });
      onDone?.();
    },
    onError: ({ message }) => toast.error(message),
  });
}
