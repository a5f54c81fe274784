import type { NodeView } from '../../../../../contracts/api/index.ts';
import type { PortEdge } from '../../../canvas/graph.ts';

export type EdgeState = 'open' | 'taken' | 'untaken';

/** Whether a run went along an edge, will not any more, or may still. */
export function edgeState(
  { source, sourceHandle }: Pick<PortEdge, 'source' | 'sourceHandle'>,
  nodes: Map<string, Pick<NodeView, 'status' | 'port'>>,
  hasRunEnded: boolean,
): EdgeState {
  const from = nodes.get(source);
  if (from?.port !== undefined) return from.port === sourceHandle ? 'taken' : 'untaken';
  return from?.status === 'skipped' || hasRunEnded ? 'untaken' : 'open';
}
