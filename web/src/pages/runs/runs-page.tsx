import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearch, Link, useNavigate } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { useListInterval } from '../../api/streams/all-runs-stream.ts';
import { Loaded } from '../../components/layout/loaded.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { lazy, Suspense, useState } from 'react';
import { SavedViews } from './saved-views.tsx';
import { RunTable } from './run-table.tsx';
import { texts } from './texts.ts';
import { buttonLook } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { StartExample } from '../../components/runs/start-example.tsx';
import type { RunSearch } from './run-filter.ts';
import type { ListedRun } from '../../../../contracts/api/index.ts';
import { FilterBar } from '../../components/controls/filter-bar.tsx';
import type { Filter } from '../../components/controls/filter-bar.tsx';
import { RetryAll } from './retry-all.tsx';
import { statusFilter } from '../../components/runs/status-filter.ts';
import { useUserFilter } from '../../components/controls/use-user-filter.ts';
import { dollars } from '../../components/values/figures.ts';
import { isRetryable, leastCosts, runFilterOf } from './run-filter.ts';

const SelectionBar = lazy(() => import('./selection-bar.tsx'));

/** The runs, newest first; the filter is in the address. */
export function RunsPage() {
  const filter = useSearch({ from: '/runs' });
  const refetchInterval = useListInterval(2_000);
  const query = useInfiniteQuery({ ...queries.runPages(filter), refetchInterval });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const seen = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const chosen = seen.filter(({ id }) => selected.has(id));

  function select(id: string, isSelected: boolean) {
    setSelected((before) => {
      const after = new Set(before);
      if (isSelected) after.add(id);
      else after.delete(id);
      return after;
    });
  }

  return (
    <>
      <PageHeader title={texts.page.title}>
        <RunFilters seen={seen} />
      </PageHeader>
      <SavedViews filter={filter} />
      <div className="px-5 pb-5">
        {seen.length > 0 && <RetryAll filter={filter} />}
        <Loaded query={query} skeleton={<SkeletonRows count={8} />}>
          {({ pages }) => {
            const runs = pages.flatMap(({ items }) => items);
            return runs.length === 0 ? (
              <NoRuns filter={filter} />
            ) : (
              <RunTable runs={runs} selected={selected} onSelect={select} />
            );
          }}
        </Loaded>
        <MoreButton query={query} title={texts.page.older} />
        {chosen.length > 0 && (
          <Suspense>
            <SelectionBar runs={chosen} onClear={() => setSelected(new Set())} />
          </Suspense>
        )}
      </div>
    </>
  );
}

/** Why there is no run to see, and what to do about it. */
function NoRuns({ filter }: { filter: RunSearch }) {
  if (Object.keys(filter).length > 0) {
    return (
      <EmptyState title={texts.empty.filtered}>
        <Link to="/runs" search={{}} className={buttonLook('plain')}>
          {texts.empty.showAll}
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={texts.empty.title}>
      <div className="flex flex-wrap justify-center gap-2">
        <StartExample />
        <Link to="/pipelines" className={buttonLook('plain')}>
          {texts.empty.goToPipelines}
        </Link>
      </div>
    </EmptyState>
  );
}

/** Narrows runs that did not complete down by their error. */
function errorFilter(errors: (string | undefined)[]): Filter<'error'> {
  const types = errors.filter((type) => type !== undefined).toSorted();
  return {
    name: 'error',
    label: texts.filters.error,
    choice: {
      all: texts.filters.allErrors,
      options: types.map((type) => ({ value: type, title: type })),
    },
  };
}

/** A filter that a link has set: one can leave it, and choose no other. */
function onlyOf<Name extends string>(
  name: Name,
  label: string,
  all: string,
  value: string,
): Filter<Name> {
  return { name, label, choice: { all, options: [{ value, title: value }] } };
}

/**
 * Which runs are shown, kept in the address.
 * @param props.seen their users can be chosen beside those that models were called for, and their errors.
 */
function RunFilters({ seen }: { seen: ListedRun[] }) {
  const filter = useSearch({ from: '/runs' });
  const navigate = useNavigate({ from: '/runs' });
  const pipelines = useQuery({ ...queries.pipelines(), staleTime: 60_000 });
  const users = useUserFilter([filter.user, ...seen.map(({ user }) => user)]);
  const errors = new Set([filter.error, ...seen.map(({ error }) => error?.type)]);
  const options = (pipelines.data?.items ?? []).map(({ name, title }) => {
    return { value: name, title: title ?? name };
  });
  return (
    <FilterBar
      filters={[
        { name: 'text', label: texts.filters.search },
        statusFilter,
        ...(isRetryable(filter.status) ? [errorFilter([...errors])] : []),
        {
          name: 'pipeline',
          label: texts.filters.pipeline,
          choice: { all: texts.filters.allPipelines, options },
        },
        users,
        {
          name: 'minCostUsd',
          label: texts.filters.cost,
          choice: {
            all: texts.filters.anyCost,
            options: leastCosts.map((cost) => {
              return { value: cost, title: texts.filters.atLeast(dollars(cost)) };
            }),
          },
        },
        { name: 'failedNode', label: texts.filters.failedNode },
        ...(filter.calledBy
          ? [onlyOf('calledBy', texts.filters.calledBy, texts.filters.anyAgent, filter.calledBy)]
          : []),
        ...(filter.model
          ? [onlyOf('model', texts.filters.model, texts.filters.anyModel, filter.model)]
          : []),
        ...(filter.from || filter.to
          ? (['from', 'to'] as const).map((name) => ({
              name,
              label: texts.filters[name],
              isDay: true as const,
            }))
          : []),
      ]}
      values={filter}
      onChange={(change, replace) =>
        void navigate({ search: runFilterOf({ ...filter, ...change }), replace })
      }
    />
  );
}
