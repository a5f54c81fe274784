import { problem } from '../../values/problem.ts';
import type { Path, Problem } from '../../values/problem.ts';

/** Who decides: as whom the API and the command do. */
const decider = 'operator';

/** That nobody of those who are to decide on something can. */
export function approverProblems(path: Path, approvers: readonly unknown[]): Problem[] {
  if (approvers.includes(decider)) return [];
  const fix = `add ${decider}, the name that the API and the CLI decide as`;
  return [problem(path, 'none of these approvers can decide', fix)];
}
