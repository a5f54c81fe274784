import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ModelView } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonCards } from '../../components/layout/skeleton.tsx';
import { ModelCard } from './model-card.tsx';
import { texts } from './texts.ts';

/** How the models stand now: what they may do, what they do, and what has gone wrong. */
export function ModelsPage(): ReactNode {
  const query = useQuery({ ...queries.models(), refetchInterval: 1_000 });
  return (
    <>
      <PageHeader title={texts.page.title} />
      <div className="px-5 pb-8">
        <Loaded query={query} skeleton={<SkeletonCards />}>
          {({ items }) => (items.length === 0 ? <NoModels /> : <Models models={items} />)}
        </Loaded>
      </div>
    </>
  );
}

function Models({ models }: { models: ModelView[] }) {
  return (
    <ul className="grid gap-4 xl:grid-cols-2">
      {models.toSorted(byUse).map((model) => (
        <li key={`${model.model} ${model.deployment?.name}`}>
          <ModelCard model={model} />
        </li>
      ))}
    </ul>
  );
}

function NoModels() {
  return (
    <EmptyState title={texts.page.empty}>
      <p className="text-muted">
        {texts.page.emptyNote} <code>npm start</code> {texts.page.orInProduction}{' '}
        <code>node workers/main.ts</code>.
      </p>
    </EmptyState>
  );
}

/** Those that can be asked come first. */
function byUse(one: { configured: boolean }, other: { configured: boolean }): number {
  return Number(other.configured) - Number(one.configured);
}
