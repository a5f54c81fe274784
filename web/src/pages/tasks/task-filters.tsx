import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { priorities } from '../../../../contracts/models/messages.ts';
import { queries } from '../../api/queries.ts';
import { FilterBar } from '../../components/controls/filter-bar.tsx';
import { statusFilter } from '../../components/runs/status-filter.ts';
import { priorityTitles } from '../../components/runs/task/priority-titles.ts';
import { useUserFilter } from '../../components/controls/use-user-filter.ts';
import { taskFilterOf } from './task-filter.ts';
import { texts } from './texts.ts';

const levels = priorities.map((value) => ({ value, title: priorityTitles[value] }));

/**
 * Which tasks are shown, kept in the address.
 * @param props.usersSeen can be chosen beside those that models were called for.
 */
export function TaskFilters({ usersSeen }: { usersSeen: string[] }) {
  const filter = useSearch({ from: '/tasks' });
  const navigate = useNavigate({ from: '/tasks' });
  const agents = useQuery(queries.agents());
  const users = useUserFilter([filter.user, ...usersSeen]);
  const options = (agents.data?.items ?? []).map(({ name, role }) => ({
    value: name,
    title: role,
  }));
  return (
    <FilterBar
      className="max-md:order-last max-md:w-full"
      filters={[
        statusFilter,
        {
          name: 'priority',
          label: texts.filters.priority,
          choice: { all: texts.filters.allPriorities, options: levels },
        },
        {
          name: 'agent',
          label: texts.filters.agent,
          choice: { all: texts.filters.allAgents, options },
        },
        users,
      ]}
      values={filter}
      onChange={(change) => void navigate({ search: taskFilterOf({ ...filter, ...change }) })}
    />
  );
}
