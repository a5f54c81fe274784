import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { buttonLook } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { texts } from './texts.ts';

/** Every attempt at a tool call, allowed or refused, newest first; the filter is in the address. */
export function AuditPage() {
  const filter = useSearch({ from: '/audit' });
  const query = useInfiniteQuery({ ...queries.audit(filter), refetchInterval: 5_000 });
  const users = query.data?.pages.flatMap(({ items }) => items.map(({ user }) => user)) ?? [];
  return (
    <>
      <PageHeader title={texts.page.title}>
        <AuditFilters usersSeen={users} />
      </PageHeader>
      <div className="px-5 pb-5">
        <Loaded query={query} skeleton={<SkeletonRows count={8} />}>
          {({ pages }) => {
            const attempts = pages.flatMap(({ items }) => items);
            if (attempts.length > 0) return <AuditTable attempts={attempts} />;
            if (Object.keys(filter).length === 0) {
              return (
                <EmptyState title={texts.page.empty}>
                  <Link to="/tools" className={buttonLook('plain')}>
                    {texts.page.tryTool}
                  </Link>
                </EmptyState>
              );
            }
            return (
              <EmptyState title={texts.page.filtered}>
                <Link to="/audit" search={{}} className={buttonLook('plain')}>
                  {texts.page.showAll}
                </Link>
              </EmptyState>
            );
          }}
        </Loaded>
        <MoreButton query={query} title={texts.page.older} />
      </div>
    </>
  );
}
