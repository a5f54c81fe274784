import type { CardNode, Position } from '../../../canvas/graph.ts';

/** A line along which a dragged card stands like another: across or down, from the first of them to the last. */
export type Guide = { axis: 'x' | 'y'; at: number; from: number; to: number };

type Box = { x: number; y: number; width: number; height: number };
type Axis = Guide['axis'];

/** From which place in a card to which in another: edges with edges, the middle with the middle. */
const shares = [0, 0.5, 1];
const sizes = { x: 'width', y: 'height' } as const;
const other = { x: 'y', y: 'x' } as const;

export function boxOf({ position, data: { size } }: CardNode, at: Position = position): Box {
  return { ...at, width: size.width, height: size.height };
}

/** The smallest way to a line of another card along an axis; undefined where none is near enough. */
function wayTo(axis: Axis, box: Box, others: readonly Box[], reach: number): number | undefined {
  let least: number | undefined;
  for (const one of others) {
    for (const share of shares) {
      const way = one[axis] + share * one[sizes[axis]] - (box[axis] + share * box[sizes[axis]]);
      if (Math.abs(way) <= reach && Math.abs(way) < Math.abs(least ?? Infinity)) least = way;
    }
  }
  return least;
}

function guidesAlong(axis: Axis, box: Box, others: readonly Box[]): Guide[] {
  const across = other[axis];
  const end = (one: Box) => one[across] + one[sizes[across]];
  const found = shares.flatMap((share) => {
    const at = box[axis] + share * box[sizes[axis]];
    const same = others.filter((one) => Math.abs(one[axis] + share * one[sizes[axis]] - at) < 0.5);
    if (same.length === 0) return [];
    const all = [box, ...same];
    const from = Math.min(...all.map((one) => one[across]));
    return [{ axis, at, share, from, to: Math.max(...all.map(end)) }];
  });
  // Where the edges stand in line, that of the middle would only cross what is written on the cards.
  const atEdges = found.filter(({ share }) => share !== 0.5);
  return (atEdges.length > 0 ? atEdges : found).map(({ share: _share, ...guide }) => guide);
}

/**
 * Where a dragged card goes: onto the lines of others that it is near to, which are told.
 * @param reach how near, on the canvas.
 */
export function snap(
  box: Box,
  others: readonly Box[],
  reach: number,
): { position: Position; guides: Guide[] } {
  const x = box.x + (wayTo('x', box, others, reach) ?? 0);
  const y = box.y + (wayTo('y', box, others, reach) ?? 0);
  const placed = { ...box, x, y };
  const guides = (['x', 'y'] as const).flatMap((axis) => guidesAlong(axis, placed, others));
  return { position: { x, y }, guides };
}
