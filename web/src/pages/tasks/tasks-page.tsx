import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import { useListInterval } from '../../api/streams/all-runs-stream.ts';
import { buttonLook } from '../../components/controls/button.tsx';
import { RightButton } from '../../components/controls/right-button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { TaskDialog } from '../../components/runs/task/task-dialog.tsx';
import { TaskTable } from './task-table.tsx';
import { texts } from './texts.ts';
import { priorities } from '../../../../contracts/models/messages.ts';
import { FilterBar } from '../../components/controls/filter-bar.tsx';
import { statusFilter } from '../../components/runs/status-filter.ts';
import { priorityTitles } from '../../components/runs/task/priority-titles.ts';
import { useUserFilter } from '../../components/controls/use-user-filter.ts';
import { taskFilterOf } from './task-filter.ts';

const levels = priorities.map((value) => ({ value, title: priorityTitles[value] }));

/**
 * Which tasks are shown, kept in the address.
 * @param props.usersSeen can be chosen beside those that models were called for.
 */
function TaskFilters({ usersSeen }: { usersSeen: string[] }) {
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

/** The tasks, newest first; one can be given here, and watched on the page of its run. */
export function TasksPage() {
  const filter = useSearch({ from: '/tasks' });
  const refetchInterval = useListInterval(2_000);
  const query = useInfiniteQuery({ ...queries.tasks(filter), refetchInterval });
  const agents = useQuery(queries.agents());
  const ready = agents.data?.items.filter((agent) => agent.ready) ?? [];
  const [isGiving, setIsGiving] = useState(false);
  const users = query.data?.pages.flatMap(({ items }) => items.map(({ user }) => user)) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHeader title={texts.page.title}>
        <TaskFilters usersSeen={users} />
        <RightButton
          right="operate"
          look="primary"
          className="max-md:min-h-11"
          disabled={ready.length === 0}
          onClick={() => setIsGiving(true)}
        >
          <Plus aria-hidden className="size-3.5" />
          {texts.page.new}
        </RightButton>
      </PageHeader>
      <div className="px-5 pb-5">
        <Loaded query={query} skeleton={<SkeletonRows count={8} />}>
          {({ pages }) => {
            const tasks = pages.flatMap(({ items }) => items);
            if (tasks.length > 0) return <TaskTable tasks={tasks} />;
            if (isFiltered) {
              return (
                <EmptyState title={texts.page.filtered}>
                  <Link to="/tasks" search={{}} className={buttonLook('plain')}>
                    {texts.page.showAll}
                  </Link>
                </EmptyState>
              );
            }
            return (
              <EmptyState title={texts.page.empty}>
                <p className="text-muted">{texts.page.emptyNote}</p>
                {agents.data && ready.length === 0 && (
                  <Link to="/agents" className={buttonLook('plain')}>
                    {texts.page.fixAgents}
                  </Link>
                )}
              </EmptyState>
            );
          }}
        </Loaded>
        <MoreButton query={query} title={texts.page.older} />
      </div>
      {isGiving && <TaskDialog agents={ready} onClose={() => setIsGiving(false)} />}
    </>
  );
}
