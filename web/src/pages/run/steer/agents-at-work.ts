import type { RunView } from '../../../../../contracts/api/index.ts';
import { isWithin, plainPath } from '../../../api/node-paths.ts';
import type { PlacedNode } from '../placed-nodes.ts';

/** The paths of the nodes whose agent is at work and does not stand still. */
export function agentsAtWork(
  placed: Iterable<PlacedNode>,
  interrupted: Pick<RunView['interrupted'][number], 'nodePath'>[],
): string[] {
  const still = interrupted.map(({ nodePath }) => plainPath(nodePath));
  return [...placed]
    .filter(({ node }) => node.kind === 'agent' && node.status === 'running')
    .map(({ path }) => path)
    .filter((path) => !still.some((other) => isWithin(other, path)));
}
