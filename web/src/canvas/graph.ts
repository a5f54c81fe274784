import type { Edge, Node, NodeHandle } from '@xyflow/react';
import type { Pipeline, PipelineEdge } from '../../../contracts/pipelines/pipeline.ts';
import type { DrawnNode } from '../nodes/look.ts';
import { isTrigger } from '../nodes/look.ts';
import { cardMeasures, cardSize, turnedDown } from './card-size.ts';
import type { CardSize } from './card-size.ts';
import { defaultPort, firesPort, portsOf } from './ports.ts';

export type Position = { x: number; y: number };
export type Positions = Record<string, Position>;

export type CardNode = Node<
  {
    node: DrawnNode;
    size: CardSize;
    /** Its size where its edges lead to the right. */
    upright: CardSize;
    /** What it runs, where that is drawn inside of it. */
    body?: Body;
  },
  'card'
>;
export type PortEdge = Edge<
  {
    port: string;
    isError: boolean;
    isNamed: boolean;
    /** From the port of an upright card to its foot. */
    toFoot?: number;
    /** Where it turns up or down, so as to pass a frame: soon after its beginning, or shortly before its end. */
    turns?: 'early' | 'late';
    /** What flowed along it, in one line. */
    flow?: string;
  },
  'port'
>;

/** A pipeline as the canvas draws it. */
export type Graph = { nodes: CardNode[]; edges: PortEdge[] };

/** What a node runs for each item, in each round or once: drawn inside of its card, which then is a frame. */
export type Body = { document: Pipeline; graph: Graph; width: number; height: number };

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
  const placed = new Map(
    drawn.map((node) => {
      const position = placeIn(positions, node.id) ?? placeIn(beside, node.id) ?? { x: 0, y: 0 };
      return [node.id, { upright: cardSize(node, { footer }), position }];
    }),
  );
  const isDown = leadsDown(edges, (id) => placed.get(id));
  return {
    nodes: drawn.map((node) => cardNode(node, { ...placed.get(node.id)!, isDown })),
    edges: [
      ...drawn
        .filter(isTrigger)
        .flatMap((trigger) => first.map(({ id }) => firesEdge(trigger.id, id))),
      ...edges.flatMap((edge) => {
        const from = byId.get(edge.from);
        const { upright } = placed.get(edge.from) ?? {};
        return from && upright && byId.has(edge.to) ? [portEdge(edge, from, upright)] : [];
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

function cardNode(
  node: DrawnNode,
  { upright, position, isDown }: { upright: CardSize; position: Position; isDown: boolean },
): CardNode {
  const { width, height } = upright;
  const size = isDown ? turnedDown(upright) : upright;
  return {
    id: node.id,
    type: 'card',
    position,
    width,
    height,
    measured: { width, height },
    handles: handlesOf(node, size),
    data: { node, size, upright },
  };
}

/** A card as a frame of another size, with what is drawn in it. */
export function resized(
  card: CardNode,
  { width, height }: { width: number; height: number },
  body: Body,
): CardNode {
  const { node, size, upright: before } = card.data;
  const upright = { ...before, width, height };
  const next = size.isDown ? turnedDown(upright) : upright;
  return {
    ...card,
    width,
    height,
    measured: { width, height },
    handles: handlesOf(node, next),
    data: { node, size: next, upright, body },
  };
}

function handlesOf(node: DrawnNode, { width, height, handles, isDown }: CardSize): NodeHandle[] {
  const { handle } = cardMeasures;
  const square = { width: handle, height: handle };
  const sides = isDown ? (['top', 'bottom'] as const) : (['left', 'right'] as const);
  const [first, last] = sides as unknown as [NodeHandle['position'], NodeHandle['position']];
  const at = (side: number, along: number) => {
    const [across, onSide] = [side - handle / 2, along - handle / 2];
    return isDown ? { x: onSide, y: across } : { x: across, y: onSide };
  };
  const wayIn: NodeHandle = {
    id: inHandle,
    type: 'target',
    position: first,
    ...at(0, handles.in),
    ...square,
  };
  return [
    ...(isTrigger(node) ? [] : [wayIn]),
    ...Object.entries(handles.out).map(([id, along]) => ({
      id,
      type: 'source' as const,
      position: last,
      ...at(isDown ? height : width, along),
      ...square,
    })),
  ];
}

/** Whether more edges lead to what is below than to what is on the right. */
function leadsDown(
  edges: readonly PipelineEdge[],
  placeOf: (id: string) => Placed | undefined,
): boolean {
  let down = 0;
  for (const { from, to } of edges) {
    const [start, end] = [placeOf(from), placeOf(to)];
    if (!start || !end) continue;
    if (end.position.x >= start.position.x + start.upright.width) down -= 1;
    else if (end.position.y >= start.position.y + start.upright.height) down += 1;
  }
  return down > 0;
}

type Placed = { upright: CardSize; position: Position };

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

function portEdge(
  { from, to, port: given }: PipelineEdge,
  node: DrawnNode,
  { height, handles }: CardSize,
): PortEdge {
  const port = given ?? (isTrigger(node) ? firesPort : defaultPort(node.kind));
  return {
    id: edgeId({ from, port, to }),
    type: 'port',
    source: from,
    sourceHandle: port,
    target: to,
    targetHandle: inHandle,
    // One way out alone needs no name.
    data: {
      port,
      isError: port === 'error',
      isNamed: portsOf(node).length > 1,
      toFoot: height - (handles.out[port] ?? 0),
    },
  };
}
