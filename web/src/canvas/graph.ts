import type { Edge, Node, NodeHandle } from '@xyflow/react';
import type { Pipeline, PipelineEdge } from '../../../contracts/pipelines/pipeline.ts';
import type { DrawnNode } from '../nodes/look.ts';
import { isTrigger } from '../nodes/look.ts';
import { cardMeasures, cardSize } from './card-size.ts';
import type { CardSize } from './card-size.ts';
import { defaultPort, firesPort, portsOf } from './ports.ts';

export type Position = { x: number; y: number };
export type Positions = Record<string, Position>;

export type CardNode = Node<{ node: DrawnNode; size: CardSize }, 'card'>;
export type PortEdge = Edge<
  {
    port: string;
    isError: boolean;
    isNamed: boolean;
    /** What flowed along it, in one line. */
    flow?: string;
  },
  'port'
>;

/** A pipeline as the canvas draws it. */
export type Graph = { nodes: CardNode[]; edges: PortEdge[] };

/** The id of the one handle on the left of a card. */
export const inHandle = 'in';

/**
 * A document as nodes and edges of the canvas. Edges that lead nowhere are left out; nodes without a place
 * are at the origin until they are laid out. Triggers lead to the nodes that runs begin with; without a place, they are
 * beside them.
 * @param options.footer leaves room at the foot of each card.
 */
export function graphOf(
  { nodes, edges, triggers = [] }: Pick<Pipeline, 'nodes' | 'edges' | 'triggers'>,
  { footer = false, positions = {} }: { footer?: boolean; positions?: Positions } = {},
): Graph {
  // Of two nodes with one id the first is drawn, as it is the one that an edit finds.
  const byId = new Map<string, DrawnNode>();
  for (const node of [...triggers, ...nodes]) if (!byId.has(node.id)) byId.set(node.id, node);
  const drawn = [...byId.values()];
  const led = new Set(edges.flatMap(({ from, to }) => (byId.has(from) ? [to] : [])));
  const first = drawn.filter((node) => !isTrigger(node) && !led.has(node.id));
  const beside = placesBeside(
    drawn.filter((node) => isTrigger(node) && !placeIn(positions, node.id)),
    first.flatMap(({ id }) => placeIn(positions, id) ?? []),
    { footer },
  );
  return {
    nodes: drawn.map((node) => {
      const size = cardSize(node, { footer });
      const place = placeIn(positions, node.id) ?? placeIn(beside, node.id);
      return cardNode(node, size, place ?? { x: 0, y: 0 });
    }),
    edges: [
      ...drawn
        .filter(isTrigger)
        .flatMap((trigger) => first.map(({ id }) => firesEdge(trigger.id, id))),
      ...edges.flatMap((edge) => {
        const from = byId.get(edge.from);
        return from && byId.has(edge.to) ? [portEdge(edge, from)] : [];
      }),
    ],
  };
}

/** Places in a column before others. */
function placesBeside(
  column: DrawnNode[],
  others: Position[],
  { footer }: { footer: boolean },
): Positions {
  if (others.length === 0) return {};
  const { width, between, gap } = cardMeasures;
  const left = Math.min(...others.map(({ x }) => x)) - width - between;
  let top = Math.min(...others.map(({ y }) => y));
  return Object.fromEntries(
    column.map((node) => {
      const place = { x: left, y: top };
      top += cardSize(node, { footer }).height + 3 * gap;
      return [node.id, place];
    }),
  );
}

/** The place of an id, also where that is the name of something every object has. */
export function placeIn(positions: Positions | undefined, id: string): Position | undefined {
  return positions && Object.hasOwn(positions, id) ? positions[id] : undefined;
}

function cardNode(node: DrawnNode, size: CardSize, position: Position): CardNode {
  const { width, height } = size;
  return {
    id: node.id,
    type: 'card',
    position,
    width,
    height,
    measured: { width, height },
    handles: handlesOf(node, size),
    data: { node, size },
  };
}

function handlesOf(node: DrawnNode, { width, handles }: CardSize): NodeHandle[] {
  const { handle } = cardMeasures;
  const square = { width: handle, height: handle };
  const middle = (at: number) => at - handle / 2;
  const wayIn: NodeHandle = {
    id: inHandle,
    type: 'target',
    position: 'left' as NodeHandle['position'],
    x: -handle / 2,
    y: middle(handles.in),
    ...square,
  };
  return [
    ...(isTrigger(node) ? [] : [wayIn]),
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

/** From a trigger to where its runs begin: it follows from the document, so that nobody selects or removes it. */
function firesEdge(from: string, to: string): PortEdge {
  return {
    id: edgeId({ from, port: firesPort, to }),
    type: 'port',
    source: from,
    sourceHandle: firesPort,
    target: to,
    targetHandle: inHandle,
    selectable: false,
    focusable: false,
    data: { port: firesPort, isError: false, isNamed: false },
  };
}

function portEdge({ from, to, port: given }: PipelineEdge, node: DrawnNode): PortEdge {
  const port = given ?? (isTrigger(node) ? firesPort : defaultPort(node.kind));
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
