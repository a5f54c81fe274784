import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { useListInterval } from '../../api/streams/all-runs-stream.ts';
import { Loaded } from '../../components/layout/loaded.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { NoRuns } from './no-runs.tsx';
import { RunFilters } from './run-filters.tsx';
import { RunTable } from './run-table.tsx';
import { texts } from './texts.ts';

/** The runs, newest first; the filter is in the address. */
export function RunsPage() {
  const filter = useSearch({ from: '/runs' });
  const refetchInterval = useListInterval(2_000);
  const query = useInfiniteQuery({ ...queries.runPages(filter), refetchInterval });
  const users = query.data?.pages.flatMap(({ items }) => items.map(({ user }) => user)) ?? [];
  return (
    <>
      <PageHeader title={texts.page.title}>
        <RunFilters usersSeen={users} />
      </PageHeader>
      <div className="px-5 pb-5">
        <Loaded query={query} skeleton={<SkeletonRows count={8} />}>
          {({ pages }) => {
            const runs = pages.flatMap(({ items }) => items);
            return runs.length === 0 ? <NoRuns filter={filter} /> : <RunTable runs={runs} />;
          }}
        </Loaded>
        <MoreButton query={query} title={texts.page.older} />
      </div>
    </>
  );
}
