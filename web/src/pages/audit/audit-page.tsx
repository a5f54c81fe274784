import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch, useNavigate } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { buttonLook } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { AuditTable } from './audit-table.tsx';
import { texts } from './texts.ts';
import { toolOutcomes, toolRefusals } from '../../../../contracts/tools/tools.ts';
import { FilterBar } from '../../components/controls/filter-bar.tsx';
import { useUserFilter } from '../../components/controls/use-user-filter.ts';
import { words } from '../../components/values/words.ts';
import { auditSearchOf } from './audit-search.ts';
import { outcomeLooks } from './outcome-looks.ts';

const outcomes = toolOutcomes.map((value) => ({ value, title: outcomeLooks[value].title }));
const codes = toolRefusals.map((value) => ({ value, title: words(value.toLowerCase()) }));
const effects = [
  { value: 'true', title: texts.filters.sideEffects },
  { value: 'false', title: texts.filters.readOnly },
];

/**
 * Which attempts are shown, kept in the address.
 * @param props.usersSeen can be chosen beside those that models were called for.
 */
function AuditFilters({ usersSeen }: { usersSeen: string[] }) {
  const filter = useSearch({ from: '/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const tools = useQuery({ ...queries.tools(), staleTime: 60_000 });
  const users = useUserFilter([filter.user, ...usersSeen]);
  const names = (tools.data?.items ?? []).map(({ name }) => ({ value: name, title: name }));
  return (
    <FilterBar
      filters={[
        { name: 'run', label: texts.filters.runOrCall },
        {
          name: 'tool',
          label: texts.filters.tool,
          choice: { all: texts.filters.allTools, options: names },
        },
        {
          name: 'outcome',
          label: texts.filters.outcome,
          choice: { all: texts.filters.allOutcomes, options: outcomes },
        },
        {
          name: 'code',
          label: texts.filters.reason,
          choice: { all: texts.filters.allReasons, options: codes },
        },
        {
          name: 'sideEffect',
          label: texts.filters.effect,
          choice: { all: texts.filters.allEffects, options: effects },
        },
        users,
      ]}
      values={filter}
      onChange={(change, replace) =>
        void navigate({ search: auditSearchOf({ ...filter, ...change }), replace })
      }
    />
  );
}

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
