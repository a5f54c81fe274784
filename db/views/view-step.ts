import type { StepView } from '../../contracts/api/index.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import type { StepRow } from '../repositories/runs/steps.ts';

/** A step as everybody is shown it. */
export function viewStep(step: StepRow): StepView {
  const {
    runId: _runId,
    inFlight: _inFlight,
    startedAt,
    endedAt,
    costUsd,
    outside,
    ...rest
  } = step;
  // The records hold it with all its decimals.
  const cost = costUsd?.replace(/\.?0+$/, '') ?? null;
  return {
    ...rest,
    ...markOf(outside),
    costUsd: cost,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
