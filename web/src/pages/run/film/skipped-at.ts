import type { NodeView } from '../../../../../contracts/api/index.ts';
import type { Pipeline } from '../../../../../contracts/pipelines/pipeline.ts';

/**
 * When it was clear that nodes would be skipped, which no record says: when all that leads to them had ended, or was
 * skipped itself.
 * @returns by the node's id; only those that were skipped and that something led to.
 */
export function skippedAt(
  { edges }: Pick<Pipeline, 'edges'>,
  nodes: Pick<NodeView, 'id' | 'status' | 'endedAt'>[],
): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const leading = Map.groupBy(edges, ({ to }) => to);
  const known = new Map<string, number>();

  function settledAt(id: string): number {
    const node = byId.get(id);
    if (node?.status !== 'skipped') return node?.endedAt ? Date.parse(node.endedAt) : Number.NaN;
    const found = known.get(id);
    if (found !== undefined) return found;
    // Set first, so that a circle ends.
    known.set(id, Number.NaN);
    const before = (leading.get(id) ?? []).map(({ from }) => settledAt(from));
    const at = Math.max(...before.filter((time) => !Number.isNaN(time)));
    known.set(id, Number.isFinite(at) ? at : Number.NaN);
    return known.get(id) ?? Number.NaN;
  }

  return new Map(
    nodes
      .filter(({ status }) => status === 'skipped')
      .map(({ id }): [string, number] => [id, settledAt(id)])
      .filter(([, at]) => !Number.isNaN(at)),
  );
}
