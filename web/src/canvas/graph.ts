import type { Edge, Node, NodeHandle } from '@xyflow/react';
import type { Pipeline, PipelineEdge } from '../../../contracts/pipelines/pipeline.ts';
import type { PipelineNode } from '../../../contracts/pipelines/nodes/index.ts';
import { cardMeasures, cardSize } from './card-size.ts';
import type { CardSize } from './card-size.ts';
import { defaultPort, portsOf } from './ports.ts';

export type Position = { x: number; y: number };
export type Positions = Record<string, Position>;

export type CardNode = Node<{ node: PipelineNode; size: CardSize }, 'card'>;
export type PortEdge = Edge<{ port: string; isError: boolean; isNamed: boolean }, 'port'>;

/** A pipeline as the canvas draws it. */
export type Graph = { nodes: CardNode[]; edges: PortEdge[] };

/** The id of the one handle on the left of a card. */
export const inHandle = 'in';

/**
 * A document as nodes and edges of the canvas. Edges that lead nowhere are left out; nodes without a place
 * are at the origin until they are laid out.
 * @param options.footer leaves room at the foot of each card.
 */
export function graphOf(
  { nodes, edges }: Pick<Pipeline, 'nodes' | 'edges'>,
  { footer = false, positions = {} }: { footer?: boolean; positions?: Positions } = {},
): Graph {
  // Of two nodes with one id the first is drawn, as it is the one that an edit finds.
  const byId = new Map<string, PipelineNode>();
  for (const node of nodes) if (!byId.has(node.id)) byId.set(node.id, node);
  return {
    nodes: [...byId.values()].map((node) => {
      const size = cardSize(node, { footer });
      return cardNode(node, size, placeIn(positions, node.id) ?? { x: 0, y: 0 });
    }),
    edges: edges.flatMap((edge) => {
      const from = byId.get(edge.from);
      return from && byId.has(edge.to) ? [portEdge(edge, from)] : [];
    }),
  };
}

/** The place of an id, also where that is the name of something every object has. */
export function placeIn(positions: Positions | undefined, id: string): Position | undefined {
  return positions && Object.hasOwn(positions, id) ? positions[id] : undefined;
}

function cardNode(node: PipelineNode, size: CardSize, position: Position): CardNode {
  const { width, height } = size;
  return {
    id: node.id,
    type: 'card',
    position,
    width,
    height,
    measured: { width, height },
    handles: handlesOf(size),
    data: { node, size },
  };
}

function handlesOf({ width, handles }: CardSize): NodeHandle[] {
  const { handle } = cardMeasures;
  const square = { width: handle, height: handle };
  const middle = (at: number) => at - handle / 2;
  return [
    {
      id: inHandle,
      type: 'target',
      position: 'left' as NodeHandle['position'],
      x: -handle / 2,
      y: middle(handles.in),
      ...square,
    },
    ...Object.entries(handles.out).map(([id, at]) => ({
      id,
      type: 'source' as const,
      position: 'right' as NodeHandle['position'],
      x: width - handle / 2,
      y: middle(at),
      ...square,
    })),
  ];
}

/** The id that an edge has on the canvas. */
export function edgeId({ from, port, to }: Required<PipelineEdge>): string {
  return `${from}.${port}>${to}`;
}

function portEdge({ from, to, port: given }: PipelineEdge, node: PipelineNode): PortEdge {
  const port = given ?? defaultPort(node.kind);
  return {
    id: edgeId({ from, port, to }),
    type: 'port',
    source: from,
    sourceHandle: port,
    target: to,
    targetHandle: inHandle,
    // One way out alone needs no name.
    data: { port, isError: port === 'error', isNamed: portsOf(node).length > 1 },
  };
}
