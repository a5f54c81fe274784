import type { PipelineNode } from '../../nodes/index.ts';
import type { Pipeline } from '../../pipeline.ts';
import { graphOf, topologicalOrder } from '../graph.ts';

/** The nodes of a valid pipeline, each after those that lead to it. */
export function nodesInOrder({ nodes, edges }: Pick<Pipeline, 'nodes' | 'edges'>): PipelineNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const order = topologicalOrder(
    graphOf({
      ids: nodes.map(({ id }, index) => ({ id, index })),
      edges: edges.map((edge, index) => ({ edge, index })),
    }),
  );
  return order.map((id) => byId.get(id)!);
}
