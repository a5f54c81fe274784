import type { PlanView } from '../../contracts/api/index.ts';
import type { PlanRow } from '../repositories/runs/plans.ts';

/** A revision of a plan as everybody is shown it. */
export function viewPlan({
  nodePath,
  revision,
  step,
  reason,
  steps,
  createdAt,
}: PlanRow): PlanView {
  return { nodePath, revision, step, reason, steps, at: createdAt.toISOString() };
}
