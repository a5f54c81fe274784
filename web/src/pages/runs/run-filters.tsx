import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { FilterBar } from '../../components/controls/filter-bar.tsx';
import { statusFilter } from '../../components/runs/status-filter.ts';
import { useUserFilter } from '../../components/controls/use-user-filter.ts';
import { runFilterOf } from './run-filter.ts';
import { texts } from './texts.ts';

/**
 * Which runs are shown, kept in the address.
 * @param props.usersSeen can be chosen beside those that models were called for.
 */
export function RunFilters({ usersSeen }: { usersSeen: string[] }) {
  const filter = useSearch({ from: '/runs' });
  const navigate = useNavigate({ from: '/runs' });
  const pipelines = useQuery({ ...queries.pipelines(), staleTime: 60_000 });
  const users = useUserFilter([filter.user, ...usersSeen]);
  const options = (pipelines.data?.items ?? []).map(({ name, title }) => {
    return { value: name, title: title ?? name };
  });
  return (
    <FilterBar
      filters={[
        { name: 'text', label: texts.filters.search },
        statusFilter,
        {
          name: 'pipeline',
          label: texts.filters.pipeline,
          choice: { all: texts.filters.allPipelines, options },
        },
        users,
      ]}
      values={filter}
      onChange={(change, replace) =>
        void navigate({ search: runFilterOf({ ...filter, ...change }), replace })
      }
    />
  );
}
