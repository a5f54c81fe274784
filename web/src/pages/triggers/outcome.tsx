import { Link } from '@tanstack/react-router';
import type { FiringView } from '../../../../contracts/api/index.ts';
import { LookBadge } from '../../components/runs/status.tsx';
import type { StatusLook } from '../../components/runs/status.tsx';
import { ago } from '../../components/values/time.tsx';
import { texts } from './texts.ts';

const looks = {
  pending: { label: texts.outcomes.pending, colour: 'var(--wait)' },
  started: { label: texts.outcomes.started, colour: 'var(--good)' },
  skipped: { label: texts.outcomes.skipped, colour: 'var(--muted)' },
  failed: { label: texts.outcomes.failed, colour: 'var(--bad)' },
} satisfies Record<FiringView['status'], StatusLook>;

/** What became of a firing: the run that it started, or why there is none. */
export function Outcome({ firing }: { firing: FiringView }) {
  const { status, runId, reason, failures, retryAt } = firing;
  const look = status === 'pending' && failures > 0 ? { ...looks.failed } : looks[status];
  if (status === 'started') {
    return (
      <Link to="/runs/$runId" params={{ runId }} className="rounded hover:underline">
        <LookBadge look={look} />
      </Link>
    );
  }
  return (
    <>
      <LookBadge look={look} />
      {reason !== null && (
        <p className="max-w-prose wrap-anywhere text-muted">
          {reason} {retryAt !== null && `${texts.history.retry(ago(retryAt))}.`}
        </p>
      )}
    </>
  );
}
