import { nearest, suggest, suggestFirst } from '../../../base/nearest.ts';
import { nodePorts, portsOf } from '../../nodes/ports.ts';
import type { PipelineNode } from '../../nodes/index.ts';
import type { Draft } from '../draft.ts';
import { problem } from '../../../values/problem.ts';
import type { Check } from './check.ts';

function nodesById({ nodes }: Draft): Map<string, PipelineNode> {
  return new Map(nodes.map(({ node }) => [node.id, node]));
}

/** Both ends of an edge exist and differ. */
export const edgeEnds: Check = ({ draft: { edges }, graph }) => {
  const suggestNode = suggestFirst();
  return edges.flatMap(({ index, edge }) => {
    const unknown = (['from', 'to'] as const).filter((end) => !graph.into.has(edge[end]));
    if (unknown.length === 0 && edge.from === edge.to) {
      const message = `connects ${edge.from} to itself`;
      return [problem(['edges', index], message, 'connect it to another node, or remove it')];
    }
    return unknown.map((end) =>
      problem(
        ['edges', index, end],
        `node ${edge[end]} not found`,
        suggestNode(edge[end], graph.ids),
      ),
    );
  });
};

/** An edge leaves through a port that its node has. */
export const edgePorts: Check = ({ draft }) => {
  const nodes = nodesById(draft);
  return draft.edges.flatMap(({ index, edge: { from, port } }) => {
    const node = nodes.get(from);
    if (!node || port === undefined || portsOf(node).includes(port)) return [];
    // What ports it has is not known where its cases cannot be read.
    if (node.kind === 'switch' && node.cases.length === 0) return [];
    const ports = portsOf(node);
    const others = nearest(port, ports) ? ` (${from} has ${ports.join(', ')})` : '';
    const fix =
      port === 'error'
        ? `set onError: port on ${from}, or use ${ports.join(' or ')}`
        : `${suggest(port, ports)}${others}`;
    return [problem(['edges', index, 'port'], `${from} has no port ${port}`, fix)];
  });
};

/** No two edges lead from the same port to the same node. */
export const duplicateEdges: Check = ({ draft }) => {
  const nodes = nodesById(draft);
  const first = new Map<string, number>();
  return draft.edges.flatMap(({ index, edge: { from, port, to } }) => {
    const kind = nodes.get(from)?.kind;
    const key = JSON.stringify([from, port ?? (kind && nodePorts[kind][0]), to]);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, index);
      return [];
    }
    return [problem(['edges', index], `is a duplicate of edges[${earlier}]`, 'remove one of them')];
  });
};
