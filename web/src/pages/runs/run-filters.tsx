import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { runStatuses } from '../../../../contracts/run.ts';
import { queries } from '../../api/queries.ts';
import { SearchField } from '../../components/search-field.tsx';
import { SelectFilter } from '../../components/select-filter.tsx';
import { statusLooks } from '../../components/status.tsx';
import { runFilterOf } from './run-filter.ts';

const statuses = runStatuses.map((value) => ({ value, title: statusLooks[value].label }));

/**
 * Which runs are shown, kept in the address.
 * @param props.usersSeen can be chosen beside those that models were called for.
 */
export function RunFilters({ usersSeen }: { usersSeen: string[] }) {
  const filter = useSearch({ from: '/runs' });
  const navigate = useNavigate({ from: '/runs' });
  const pipelines = useQuery({ ...queries.pipelines(), staleTime: 60_000 });
  const costs = useQuery({ ...queries.costs('user'), staleTime: 60_000 });
  const users = [filter.user, ...usersSeen, ...(costs.data?.items.map(({ key }) => key) ?? [])];

  function choose(change: Record<string, string>, replace = false) {
    void navigate({ search: runFilterOf({ ...filter, ...change }), replace });
  }

  return (
    <search className="flex flex-wrap gap-2">
      <SearchField
        label="Search by id or input"
        value={filter.text ?? ''}
        onChange={(text) => choose({ text }, true)}
      />
      <SelectFilter
        label="Status"
        all="Every status"
        value={filter.status}
        options={statuses}
        onChange={(status) => choose({ status })}
      />
      <SelectFilter
        label="Pipeline"
        all="Every pipeline"
        value={filter.pipeline}
        options={(pipelines.data?.items ?? []).map(({ name, title }) => ({
          value: name,
          title: title ?? name,
        }))}
        onChange={(pipeline) => choose({ pipeline })}
      />
      <SelectFilter
        label="User"
        all="Every user"
        value={filter.user}
        options={[...new Set(users)]
          .flatMap((user) => (user ? [{ value: user, title: user }] : []))
          .toSorted((one, other) => one.title.localeCompare(other.title))}
        onChange={(user) => choose({ user })}
      />
    </search>
  );
}
