import type { NodeStatus, RunStatus } from '../../../../contracts/runs/run.ts';

type Status = NodeStatus | RunStatus;

export type StatusLook = { label: string; colour: string; moves?: true };

/** How each status is called and coloured, wherever it shows. */
export const statusLooks: Record<Status, StatusLook> = {
  pending: { label: 'Pending', colour: 'var(--muted)' },
  running: { label: 'Running', colour: 'var(--busy)', moves: true },
  in_progress: { label: 'In progress', colour: 'var(--busy)', moves: true },
  waiting: { label: 'Waiting', colour: 'var(--wait)' },
  completed: { label: 'Completed', colour: 'var(--good)' },
  failed: { label: 'Failed', colour: 'var(--bad)' },
  skipped: { label: 'Skipped', colour: 'var(--muted)' },
  cancelled: { label: 'Cancelled', colour: 'var(--muted)' },
  timeout: { label: 'Timed out', colour: 'var(--bad)' },
};

export function StatusBadge({ status }: { status: Status }) {
  return <LookBadge look={statusLooks[status]} />;
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
