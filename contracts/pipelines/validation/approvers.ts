import { problem } from '../../values/problem.ts';
import type { Path, Problem } from '../../values/problem.ts';

/** Who decides: as whom the API and the command do. */
const decider = 'operator';

/** That nobody of those who are to decide on something can. */
export function approverProblems(path: Path, approvers: readonly unknown[]): Problem[] {
  if (approvers.includes(decider)) return [];
  const fix = `add ${decider}: it is who the API and the command decide as`;
  return [problem(path, 'nobody of these can decide', fix)];
}
