import type { RunSummary } from '../../../../contracts/api/index.ts';
import { hasEnded } from '../../../../contracts/runs/run.ts';
import { StatusBadge } from './status.tsx';
import { StoppingBadge } from './stopping-badge.tsx';

/** How a run stands: one that was asked to stop is stopping until it has. */
export function RunStatus({
  run: { status, cancel },
}: {
  run: Pick<RunSummary, 'status' | 'cancel'>;
}) {
  return cancel && !hasEnded(status) ? <StoppingBadge /> : <StatusBadge status={status} />;
}
