import type { NodeView } from '../../../../contracts/api/index.ts';
import { partSuffix } from '../../../../contracts/pipelines/child-of.ts';
import type { PipelineNode } from '../../../../contracts/pipelines/nodes/index.ts';
import { partOf, withoutPart } from '../../api/node-paths.ts';
import type { PartStatus } from '../../../../contracts/runs/run.ts';

/** Which item or round of each node one has chosen to look at, by the node's path. */
export type ChosenParts = Readonly<Record<string, number>>;

/** Which item of a map or round of a loop is looked at; undefined where none has begun in this run. */
export function partShown(
  node: Pick<NodeView, 'kind' | 'parts' | 'keptFrom'> | undefined,
  path: string,
  chosen: ChosenParts,
): number | undefined {
  const parts = node?.parts ?? [];
  // Those of a node that was kept are in the run that it was kept from.
  if (parts.length === 0 || node?.keptFrom !== undefined) return undefined;
  const number = chosen[path];
  if (number !== undefined && number <= parts.length) return number;
  if (node?.kind === 'loop') return parts.length;
  const first = (status: PartStatus) => parts.indexOf(status) + 1;
  return first('failed') || first('running') || 1;
}

/** The path of what a node runs, or of the item or round of it that is looked at; undefined before it has begun. */
export function bodyPath(
  node: Pick<NodeView, 'kind' | 'parts' | 'keptFrom' | 'startedAt'> | undefined,
  path: string,
  chosen: ChosenParts,
): string | undefined {
  if (!node) return undefined;
  const kind = node.kind as PipelineNode['kind'];
  if (kind === 'pipeline') return node.startedAt === null ? undefined : path;
  const number = partShown(node, path, chosen);
  return number === undefined ? undefined : path + partSuffix({ kind }, number);
}

/** How many items or rounds stand in each way, those that are done first. */
export function countParts(parts: readonly PartStatus[]): [status: PartStatus, count: number][] {
  const order: PartStatus[] = ['completed', 'failed', 'running', 'cancelled', 'pending'];
  return order.flatMap((status): [PartStatus, number][] => {
    const count = parts.filter((one) => one === status).length;
    return count === 0 ? [] : [[status, count]];
  });
}

/** Whether what runs at a path has ended: of an item or round that alone, otherwise the node. */
export function isOverAt(path: string, nodeAt: (path: string) => NodeView | undefined): boolean {
  const part = partOf(path);
  const node = nodeAt(withoutPart(path));
  const status = part && node?.parts?.[part.number - 1];
  if (status !== undefined && (status === 'running' || status === 'pending')) return false;
  return status !== undefined || (node !== undefined && node.endedAt !== null);
}
