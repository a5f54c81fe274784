import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { priorities } from '../../../../contracts/messages.ts';
import { runStatuses } from '../../../../contracts/run.ts';
import { queries } from '../../api/queries.ts';
import { SelectFilter } from '../../components/select-filter.tsx';
import { statusLooks } from '../../components/status.tsx';
import { priorityTitles } from '../../components/task/priority-titles.ts';
import { taskFilterOf } from './task-filter.ts';

const statuses = runStatuses.map((value) => ({ value, title: statusLooks[value].label }));
const levels = priorities.map((value) => ({ value, title: priorityTitles[value] }));

/**
 * Which tasks are shown, kept in the address.
 * @param props.usersSeen can be chosen beside those that models were called for.
 */
export function TaskFilters({ usersSeen }: { usersSeen: string[] }) {
  const filter = useSearch({ from: '/tasks' });
  const navigate = useNavigate({ from: '/tasks' });
  const agents = useQuery(queries.agents());
  const costs = useQuery({ ...queries.costs('user'), staleTime: 60_000 });
  const users = [filter.user, ...usersSeen, ...(costs.data?.items.map(({ key }) => key) ?? [])];

  function choose(change: Record<string, string>) {
    void navigate({ search: taskFilterOf({ ...filter, ...change }) });
  }

  return (
    <search className="flex flex-wrap gap-2 max-md:order-last max-md:w-full">
      <SelectFilter
        label="Status"
        all="Every status"
        value={filter.status}
        options={statuses}
        onChange={(status) => choose({ status })}
      />
      <SelectFilter
        label="Priority"
        all="Every priority"
        value={filter.priority}
        options={levels}
        onChange={(priority) => choose({ priority })}
      />
      <SelectFilter
        label="Agent"
        all="Every agent"
        value={filter.agent}
        options={(agents.data?.items ?? []).map(({ name, role }) => ({ value: name, title: role }))}
        onChange={(agent) => choose({ agent })}
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
