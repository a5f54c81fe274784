import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, CircleStop } from 'lucide-react';
import type { ListedRun, RunSummary } from '../../../../contracts/api/index.ts';
import type { Priority } from '../../../../contracts/models/messages.ts';
import { runColumns } from '../../components/runs/run-columns.tsx';
import { Table } from '../../components/values/table.tsx';
import type { Column } from '../../components/values/table.tsx';
import { priorityTitles } from '../../components/runs/task/priority-titles.ts';
import { Ago } from '../../components/values/time.tsx';
import { taskFilterOf } from './task-filter.ts';
import { texts } from './texts.ts';
import { useState } from 'react';
import { hasEnded } from '../../../../contracts/runs/run.ts';
import { RightButton } from '../../components/controls/right-button.tsx';
import { CancelDialog } from '../../components/dialogs/cancel-dialog.tsx';

const columns: Column<ListedRun>[] = [
  { title: texts.table.task, cell: taskCell, className: 'w-full max-w-0 md:min-w-56' },
  runColumns.status,
  {
    title: texts.table.priority,
    cell: ({ priority }) => <PriorityMark priority={priority} />,
    isMinor: true,
  },
  { title: texts.table.agent, cell: agentCell, isMinor: true, className: 'font-mono text-[12px]' },
  { title: texts.table.user, cell: userCell, isMinor: true },
  {
    title: texts.table.created,
    cell: ({ createdAt }) => <Ago instant={createdAt} />,
    isMinor: true,
    className: 'whitespace-nowrap text-muted',
  },
  runColumns.took,
  runColumns.cost,
  { title: texts.table.cancel, isTitleHidden: true, cell: (task) => <CancelTask task={task} /> },
];

/** Tasks in rows, each leading to where it can be watched; one that has not ended can be cancelled. */
export function TaskTable({ tasks }: { tasks: ListedRun[] }) {
  return <Table label={texts.table.label} columns={columns} items={tasks} keyOf={({ id }) => id} />;
}

/** On a phone all that there is no column for stands below. */
function taskCell(task: ListedRun) {
  const { id, agent, priority, createdAt } = task;
  const text = textOf(task);
  return (
    <>
      <Link
        to="/runs/$runId"
        params={{ runId: id }}
        title={`${text} · ${id}`}
        className="row-link block font-medium hover:underline max-md:line-clamp-2 md:truncate"
      >
        {text}
      </Link>
      <span className="block truncate text-[12px] text-muted md:hidden">
        {agent}
        {priority !== 'normal' && ` · ${priorityTitles[priority]}`} · <Ago instant={createdAt} />
      </span>
    </>
  );
}

function agentCell({ agent }: ListedRun) {
  if (agent === null) return null;
  return (
    <Link
      to="/tasks"
      search={(search) => taskFilterOf({ ...search, agent })}
      title={texts.table.tasksOf(agent)}
      className="text-muted hover:text-text hover:underline"
    >
      {agent}
    </Link>
  );
}

function userCell({ user }: ListedRun) {
  return (
    <Link
      to="/tasks"
      search={(search) => taskFilterOf({ ...search, user })}
      title={texts.table.tasksOf(user)}
      className="text-muted hover:text-text hover:underline"
    >
      {user}
    </Link>
  );
}

const marks = {
  high: { Icon: ArrowUp, look: 'font-medium' },
  normal: { Icon: undefined, look: 'text-muted' },
  low: { Icon: ArrowDown, look: 'text-muted' },
} as const;

/** A priority: the word, and an arrow where it is not the usual one. */
function PriorityMark({ priority }: { priority: Priority }) {
  const { Icon, look } = marks[priority];
  return (
    <span className={`inline-flex items-center gap-1 ${look}`}>
      {priorityTitles[priority]}
      {Icon && <Icon aria-hidden className="size-3.5" />}
    </span>
  );
}

function textOf({ input, id }: ListedRun): string {
  const { task } = input;
  return typeof task === 'string' ? task : id;
}

/** Cancels a task that waits its turn or is at work, after a question; nothing where there is nothing to cancel. */
function CancelTask({ task }: { task: RunSummary }) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, input, status, cancel } = task;
  if (hasEnded(status) || cancel !== null) return null;
  const { task: text } = input;
  return (
    <>
      <RightButton
        right="operate"
        look="quiet"
        className="max-md:-my-0.5 max-md:min-h-11"
        title={texts.table.cancelTask}
        aria-label={texts.table.cancelNamed(typeof text === 'string' ? text : id)}
        onClick={() => setIsOpen(true)}
      >
        <CircleStop aria-hidden className="size-4" />
      </RightButton>
      {isOpen && <CancelDialog what="task" run={task} onClose={() => setIsOpen(false)} />}
    </>
  );
}
