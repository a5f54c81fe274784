import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { requestDoors, requestStatuses } from '../../../../contracts/models/model-request.ts';
import { queries } from '../../api/queries.ts';
import { buttonLook } from '../../components/controls/button.tsx';
import { FilterBar } from '../../components/controls/filter-bar.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { useUserFilter } from '../../components/controls/use-user-filter.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { RequestsFrame } from './requests-frame.tsx';
import { requestsSearchOf } from './requests-search.ts';
import { RequestsTable } from './requests-table.tsx';
import { texts } from './texts.ts';

const statuses = requestStatuses.map((value) => ({ value, title: texts.statuses[value] }));
const doors = requestDoors.map((value) => ({ value, title: texts.doors[value] }));

/** Calls of models of agents and of the gateway, newest first; the filter is in the address. */
export function RequestsPage() {
  const filter = useSearch({ from: '/requests' });
  const query = useInfiniteQuery({
    ...queries.requests(filter),
    // A search decrypts what it looks into.
    refetchInterval: filter.text === undefined ? 5_000 : false,
  });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const isSearch = filter.text !== undefined;
  return (
    <RequestsFrame tab={texts.page.title}>
      <RequestsFilters
        usersSeen={items.map(({ user }) => user)}
        modelsSeen={items.map(({ model }) => model)}
      />
      <Loaded query={query} skeleton={<SkeletonRows count={8} />}>
        {() => {
          if (items.length > 0) return <RequestsTable requests={items} />;
          if (Object.keys(filter).length === 0) {
            return (
              <EmptyState title={texts.page.empty}>
                <p className="text-muted">{texts.page.emptyNote}</p>
                <Link to="/requests/playground" className={buttonLook('plain')}>
                  {texts.page.openPlayground}
                </Link>
              </EmptyState>
            );
          }
          const isPart = isSearch && query.hasNextPage;
          return (
            <EmptyState title={isPart ? texts.page.searched : texts.page.filtered}>
              <Link to="/requests" search={{}} className={buttonLook('plain')}>
                {texts.page.showAll}
              </Link>
            </EmptyState>
          );
        }}
      </Loaded>
      <MoreButton query={query} title={isSearch ? texts.page.searchOlder : texts.page.older} />
    </RequestsFrame>
  );
}

/** @param props.usersSeen can be chosen beside those that models were called for; `modelsSeen` likewise. */
function RequestsFilters(props: { usersSeen: string[]; modelsSeen: string[] }) {
  const filter = useSearch({ from: '/requests' });
  const navigate = useNavigate({ from: '/requests' });
  const costs = useQuery({ ...queries.costs('model'), staleTime: 60_000 });
  const users = useUserFilter([filter.user, ...props.usersSeen]);
  const booked = costs.data?.items.flatMap(({ key }) => key ?? []) ?? [];
  const models = [
    ...new Set([...props.modelsSeen, ...booked, ...(filter.model ? [filter.model] : [])]),
  ];
  const change = (changed: object, replace: boolean) =>
    void navigate({ search: requestsSearchOf({ ...filter, ...changed }), replace });
  return (
    <FilterBar
      className="mb-3"
      filters={[
        { name: 'text', label: texts.filters.text },
        {
          name: 'model',
          label: texts.filters.model,
          choice: {
            all: texts.filters.allModels,
            options: models.toSorted().map((value) => ({ value, title: value })),
          },
        },
        {
          name: 'status',
          label: texts.filters.status,
          choice: { all: texts.filters.allStatuses, options: statuses },
        },
        {
          name: 'door',
          label: texts.filters.door,
          choice: { all: texts.filters.allDoors, options: doors },
        },
        {
          name: 'retried',
          label: texts.filters.retried,
          choice: {
            all: texts.filters.anyTries,
            options: [{ value: 'true', title: texts.filters.severalTries }],
          },
        },
        users,
      ]}
      values={filter}
      onChange={change}
    >
      {(['run', 'call', 'key'] as const).map((name) => {
        const value = filter[name];
        if (value === undefined) return null;
        const shown = `${texts.filters.only[name]} ${value}`;
        return (
          <button
            key={name}
            type="button"
            aria-label={texts.filters.remove(shown)}
            onClick={() => change({ [name]: '' }, false)}
            className={`${buttonLook('plain')} max-w-full max-md:min-h-11`}
          >
            <span className="truncate font-mono text-[12px]">{shown}</span>
            <X aria-hidden className="size-3.5 shrink-0" />
          </button>
        );
      })}
    </FilterBar>
  );
}
