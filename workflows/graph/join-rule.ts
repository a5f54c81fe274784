import type { NodeOf } from '../../contracts/pipelines/nodes/index.ts';

/** How the branches into a node stand. A branch that failed, though the run went on, is `failed`. */
export type Branches = { open: number; arrived: number; failed: number };

export type Verdict = 'wait' | 'run' | 'skip' | 'fail';

/** A node that is no join runs when every branch has settled and at least one has arrived. */
export function plainRule({ open, arrived, failed }: Branches): Verdict {
  if (open > 0) return 'wait';
  return arrived + failed > 0 ? 'run' : 'skip';
}

/** When a join runs. `late` is true once its deadline has passed. */
export function joinRule(
  { mode, quorum = 1 }: Pick<NodeOf<'join'>, 'mode' | 'quorum'>,
  branches: Branches,
  late: boolean,
): Verdict {
  const { open, arrived, failed } = branches;
  const wanted = mode === 'quorum' ? quorum : 1;
  const early = mode === 'any' || mode === 'quorum';
  if (early && arrived >= wanted) return 'run';
  if (arrived + failed === 0 && !late) return open === 0 ? 'skip' : 'wait';
  if (mode === 'quorum' && arrived + open < wanted) return 'fail';
  if (late) return mode === 'best_effort' && arrived > 0 ? 'run' : 'fail';
  if (open > 0) return 'wait';
  return arrived >= wanted ? 'run' : 'fail';
}
