import { useInfiniteQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { DecidedApproval } from './decided-approval.tsx';
import { texts } from './texts.ts';

/** What was decided, the newest first. */
export function History() {
  const query = useInfiniteQuery(queries.approvalHistory());
  return (
    <div className="mx-auto max-w-2xl px-3 py-4 md:px-4">
      <Loaded query={query} skeleton={<SkeletonRows />}>
        {({ pages }) => {
          const decided = pages
            .flatMap(({ items }) => items)
            .filter(({ status }) => status !== 'pending');
          if (decided.length === 0 && !query.hasNextPage) {
            return <EmptyState title={texts.history.empty} />;
          }
          return (
            <ul className="flex flex-col gap-3">
              {decided.map((approval) => (
                <li key={approval.id}>
                  <DecidedApproval approval={approval} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      <MoreButton query={query} title={texts.history.older} />
    </div>
  );
}
