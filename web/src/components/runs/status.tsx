import type { RunSummary } from '../../../../contracts/api/index.ts';
import type { NodeStatus, RunStatus } from '../../../../contracts/runs/run.ts';
import { hasEnded } from '../../../../contracts/runs/run.ts';
import { texts } from './texts.ts';

type Status = NodeStatus | RunStatus;

export type StatusLook = { label: string; colour: string; moves?: true };

/** How each status is called and coloured, wherever it shows. */
export const statusLooks: Record<Status, StatusLook> = {
  pending: { label: texts.status.pending, colour: 'var(--muted)' },
  running: { label: texts.status.running, colour: 'var(--busy)', moves: true },
  in_progress: { label: texts.status.in_progress, colour: 'var(--busy)', moves: true },
  waiting: { label: texts.status.waiting, colour: 'var(--wait)' },
  completed: { label: texts.status.completed, colour: 'var(--good)' },
  failed: { label: texts.status.failed, colour: 'var(--bad)' },
  skipped: { label: texts.status.skipped, colour: 'var(--muted)' },
  cancelled: { label: texts.status.cancelled, colour: 'var(--muted)' },
  timeout: { label: texts.status.timeout, colour: 'var(--bad)' },
};

export function StatusBadge({ status }: { status: Status }) {
  return <LookBadge look={statusLooks[status]} />;
}

/** How a run stands, and what event it waits for; one that completed to no avail is not shown as what ended well. */
export function RunStatusBadge({
  run,
}: {
  run: Pick<RunSummary, 'status' | 'waitsFor' | 'queued' | 'outcome'>;
}) {
  if (run.queued && !hasEnded(run.status)) return <QueuedBadge queued={run.queued} />;
  const [wait] = run.waitsFor;
  const isInVain = run.status === 'completed' && run.outcome !== null;
  const look = { ...statusLooks[run.status], ...(isInVain && { colour: 'var(--muted)' }) };
  const isAwaited = run.status === 'waiting' && wait !== undefined;
  return <LookBadge look={isAwaited ? { ...look, label: texts.awaited(wait.event) } : look} />;
}

/** That a limit holds up a run or a step, and how many come before it; the limit itself where one points. */
export function QueuedBadge({ queued }: { queued: { reason: string; behind?: number | null } }) {
  return (
    <span title={queued.reason}>
      <LookBadge look={{ label: texts.queued(queued.behind ?? null), colour: 'var(--muted)' }} />
    </span>
  );
}

/** What came of a run, beside its status. */
export function OutcomeBadge({ outcome }: Pick<RunSummary, 'outcome'>) {
  if (!outcome) return null;
  return (
    <span
      title={outcome.text}
      className="ml-2 rounded border border-line px-1.5 text-[12px] font-medium text-wait"
    >
      {outcome.title}
    </span>
  );
}

/** A badge of what is no status of its own: the look says its name and colour. */
export function LookBadge({ look: { label, colour, moves } }: { look: StatusLook }) {
  return (
    <span className="inline-flex items-center gap-1.5 font-medium" style={{ color: colour }}>
      <span
        aria-hidden
        className={`size-2 rounded-full ${moves ? 'animate-pulse' : ''}`}
        style={{ background: colour }}
      />
      {label}
    </span>
  );
}
