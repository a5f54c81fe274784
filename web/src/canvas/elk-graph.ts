import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { cardMeasures } from './card-size.ts';
import { inHandle } from './graph.ts';
import type { Graph, Positions } from './graph.ts';

/** Layers from left to right, in the document's order where the edges leave it open. */
const layoutOptions: Record<string, string> = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.spacing.nodeNode': '40',
  'elk.spacing.edgeNode': '24',
  'elk.layered.spacing.nodeNodeBetweenLayers': String(cardMeasures.between),
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.separateConnectedComponents': 'true',
  'elk.spacing.componentComponent': '64',
};

/** From so many cards on, the best places take seconds to find, and good ones a part of that. */
const cardsForSpeed = 150;
const fast = {
  'elk.layered.nodePlacement.strategy': 'LINEAR_SEGMENTS',
  'elk.layered.thoroughness': '1',
};

/** The graph as the layout engine reads it: cards with their handles in place. */
export function elkGraph({ nodes, edges }: Graph): ElkNode {
  return {
    id: 'pipeline',
    layoutOptions: { ...layoutOptions, ...(nodes.length >= cardsForSpeed && fast) },
    children: nodes.map(({ id, data: { size } }) => ({
      id,
      width: size.width,
      height: size.height,
      layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
      ports: [
        port(id, inHandle, 0, size.handles.in),
        ...Object.entries(size.handles.out).map(([name, at]) => port(id, name, size.width, at)),
      ],
    })),
    edges: edges.map(({ id, source, sourceHandle, target }) => ({
      id,
      sources: [portId(source, sourceHandle ?? '')],
      targets: [portId(target, inHandle)],
    })),
  };
}

/** Where the layout engine put the cards. */
export function positionsOf({ children = [] }: ElkNode): Positions {
  return Object.fromEntries(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
}

function port(node: string, name: string, x: number, y: number) {
  return { id: portId(node, name), x, y: y - cardMeasures.handle / 2, width: 0, height: 0 };
}

/** Ids of nodes and ports share one namespace there. */
function portId(node: string, name: string): string {
  return `${node}:${name}`;
}
