import { cardMeasures } from './card-size.ts';
import type { CardNode, Graph, Position, Positions } from './graph.ts';

/** The way from one card to the next, and from a card to the one below it. */
const spacing = { right: cardMeasures.width + cardMeasures.between, below: 40 } as const;

/** How high a card counts whose size is not known yet. */
const usualHeight = 112;

/** A place for a new card at or below the wanted one, beside all others. */
export function freePlace({ nodes }: Graph, wanted: Position): Position {
  const place = { ...wanted };
  for (;;) {
    const inTheWay = nodes.find((node) => overlaps(node, place));
    if (!inTheWay) return place;
    place.y = inTheWay.position.y + inTheWay.data.size.height + spacing.below;
  }
}

/** How far down a group of new cards goes for none of them to lie on a card that there is. */
export function freeShift({ nodes }: Graph, places: readonly Position[]): number {
  for (let shift = 0; ;) {
    const shifted = places.map(({ x, y }) => ({ x, y: y + shift }));
    const below = shifted.flatMap((place) =>
      nodes
        .filter((node) => overlaps(node, place))
        .map(({ position, data: { size } }) => position.y + size.height + spacing.below - place.y),
    );
    if (below.length === 0) return shift;
    shift += Math.max(...below);
  }
}

function overlaps({ position, data: { size } }: CardNode, place: Position): boolean {
  return (
    place.x < position.x + size.width + spacing.below / 2 &&
    position.x < place.x + cardMeasures.width + spacing.below / 2 &&
    place.y < position.y + size.height + spacing.below / 2 &&
    position.y < place.y + usualHeight + spacing.below / 2
  );
}

/** The place of a card that follows another. */
export function placeAfter(graph: Graph, id: string): Position {
  const before = graph.nodes.find((node) => node.id === id)?.position ?? { x: 0, y: 0 };
  return freePlace(graph, { x: before.x + spacing.right, y: before.y });
}

/**
 * The place of a card between two others, and the new places of those that move on to the right for it:
 * the second and what follows it.
 */
export function placeBetween(
  graph: Graph,
  from: string,
  to: string,
): { place: Position; moved: Positions } {
  const at = new Map(graph.nodes.map(({ id, position }) => [id, position]));
  const start = at.get(from) ?? { x: 0, y: 0 };
  const end = at.get(to) ?? start;
  const place = { x: start.x + spacing.right, y: (start.y + end.y) / 2 };
  const missing = place.x + spacing.right - end.x;
  if (missing <= 0) return { place: { ...place, x: (start.x + end.x) / 2 }, moved: {} };
  const moved = [...following(graph, to)].flatMap((id): [string, Position][] => {
    const position = at.get(id);
    return position ? [[id, { x: position.x + missing, y: position.y }]] : [];
  });
  return { place, moved: Object.fromEntries(moved) };
}

function following({ edges }: Graph, id: string): Set<string> {
  const reached = new Set([id]);
  for (const source of reached) {
    for (const edge of edges) if (edge.source === source) reached.add(edge.target);
  }
  return reached;
}
