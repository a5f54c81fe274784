import { cardMeasures } from '../card-size.ts';
import type { Body, CardNode, Graph, Position, Positions } from '../graph.ts';
import { resized } from '../graph.ts';
import { frameSize } from './body.ts';

/** From a place on, all that lies beyond moves by so much. */
type Growth = { from: number; by: number };

/** A graph with frames in place of some cards, and the ways between places as drawn and as they are kept. */
export type Expanded = {
  graph: Graph;
  drawnAt: (place: Position) => Position;
  keptAt: (place: Position) => Position;
  /** Where cards that were dragged are kept. */
  keptPlaces: (drawn: Positions) => Positions;
};

/**
 * Draws frames in place of cards: what lies right of a frame or below it moves on, so that what lay apart does. The places that the
 * document keeps are those of the cards.
 */
export function expand(
  graph: Graph,
  bodies: ReadonlyMap<string, Body>,
  { footer = false }: { footer?: boolean } = {},
): Expanded {
  const { nodes } = graph;
  const sizes = new Map(
    nodes.flatMap(({ id }) => {
      const body = bodies.get(id);
      return body ? [[id, frameSize(body, { footer })] as const] : [];
    }),
  );
  const frames = nodes.flatMap((card) => {
    const size = sizes.get(card.id);
    return size ? [{ card, size }] : [];
  });
  const across = frames.map(({ card: { position, data }, size }): Growth => ({
    from: position.x + data.size.width,
    by: size.width - data.size.width,
  }));
  const down = frames.flatMap(({ card, size }): Growth[] => {
    const { height } = card.data.size;
    if (!nodes.some((other) => isBelow(other, card))) return [];
    return [{ from: card.position.y + height, by: size.height - height }];
  });
  const drawnAt = ({ x, y }: Position) => ({ x: pushed(x, across), y: pushed(y, down) });
  const keptAt = ({ x, y }: Position) => ({ x: pulled(x, across), y: pulled(y, down) });
  const drawn = nodes.map((card) => {
    const moved = { ...card, position: drawnAt(card.position) };
    const [size, body] = [sizes.get(card.id), bodies.get(card.id)];
    return size && body ? resized(moved, size, body) : moved;
  });

  function keptPlaces(places: Positions): Positions {
    const ids = Object.keys(places);
    const isOfFrame = ids.some((id) => sizes.has(id));
    const [before, kept] = [placesOf(drawn), placesOf(nodes)];
    return Object.fromEntries(
      ids.map((id) => {
        const [to, from, own] = [places[id]!, before.get(id), kept.get(id)];
        // What moves on for a frame that is dragged moves on with it.
        if (!isOfFrame || !from || !own) return [id, keptAt(to)];
        return [id, { x: own.x + to.x - from.x, y: own.y + to.y - from.y }];
      }),
    );
  }

  const higher = new Map(
    frames.map(({ card, size }) => [card.id, size.height - card.data.size.height]),
  );
  const drawnById = new Map(drawn.map((card) => [card.id, card]));
  const passed = drawn.filter(({ id }) => sizes.has(id));
  const edges = graph.edges.map((edge) => {
    const [from, to] = [drawnById.get(edge.source), drawnById.get(edge.target)];
    const by = higher.get(edge.source) ?? 0;
    const turns = from && to && wayPast(passed, from, to);
    if (!edge.data || (by === 0 && !turns)) return edge;
    const toFoot = (edge.data.toFoot ?? 0) + by;
    return { ...edge, data: { ...edge.data, toFoot, ...(turns && { turns }) } };
  });
  return {
    graph: frames.length === 0 ? graph : { nodes: drawn, edges },
    drawnAt,
    keptAt,
    keptPlaces,
  };
}

/** Notes and frames of people where they are drawn. */
export function placedBy<Marks extends { notes?: Position[] }>(
  { drawnAt }: Expanded,
  marks: Marks,
): Marks {
  const { notes } = marks;
  return notes ? { ...marks, notes: notes.map((note) => ({ ...note, ...drawnAt(note) })) } : marks;
}

/** Where an edge to the right turns for none of the frames to lie on it. */
function wayPast(
  frames: readonly CardNode[],
  from: CardNode,
  to: CardNode,
): 'early' | 'late' | undefined {
  const left = from.position.x + from.data.size.width;
  const right = to.position.x;
  const across = (line: number) =>
    frames.some(({ position: { x, y }, data: { size } }) => {
      const isBetween = x + size.width > left && x < right;
      return isBetween && y <= line && y + size.height >= line;
    });
  if (from.data.size.isDown || left >= right) return undefined;
  const [start, end] = [from, to].map((card) => card.position.y + cardMeasures.header / 2);
  const isFree = !frames.some(
    ({ id, position: { x, y }, data: { size } }) =>
      id !== from.id &&
      id !== to.id &&
      x + size.width > left &&
      x < right &&
      y < Math.max(start!, end!) &&
      y + size.height > Math.min(start!, end!),
  );
  if (isFree) return undefined;
  if (!across(start!)) return 'late';
  return across(end!) ? undefined : 'early';
}

/** Whether a card lies below another, in its columns. */
function isBelow({ position, data }: CardNode, card: CardNode): boolean {
  const { size } = card.data;
  return (
    position.y >= card.position.y + size.height &&
    position.x < card.position.x + size.width &&
    position.x + data.size.width > card.position.x
  );
}

function pushed(at: number, growths: readonly Growth[]): number {
  return growths.reduce((to, { from, by }) => (at >= from ? to + by : to), at);
}

/** The other way; what lies where only a frame has room goes to the nearer side of its card's end. */
function pulled(at: number, growths: readonly Growth[]): number {
  let back = at;
  for (const { from, by } of growths.toSorted((one, other) => one.from - other.from)) {
    if (back < from) break;
    if (back < from + by) return back < from + by / 2 ? from - 1 : from;
    back -= by;
  }
  return back;
}

function placesOf(nodes: readonly CardNode[]): Map<string, Position> {
  return new Map(nodes.map(({ id, position }) => [id, position]));
}
