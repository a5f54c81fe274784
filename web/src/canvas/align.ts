import type { CardNode, Positions } from './graph.ts';

type Axis = 'x' | 'y';

const extent = { x: 'width', y: 'height' } as const;

/** Cards with one edge on a line, that of the card furthest left or up. */
function onLine(axis: Axis) {
  return (cards: readonly CardNode[]): Positions => {
    const line = Math.min(...cards.map(({ position }) => position[axis]));
    return placed(cards, (card) => ({ ...card.position, [axis]: line }));
  };
}

/** Cards with the same room between them; the first and the last stay. */
function spread(axis: Axis) {
  return (cards: readonly CardNode[]): Positions => {
    const sorted = cards.toSorted((one, other) => one.position[axis] - other.position[axis]);
    const [first, last] = [sorted[0]!, sorted.at(-1)!];
    const sizeOf = ({ data: { size } }: CardNode) => size[extent[axis]];
    const between = sorted.slice(0, -1).reduce((sum, card) => sum + sizeOf(card), 0);
    const room = last.position[axis] - first.position[axis] - between;
    const gap = room / (sorted.length - 1);
    let next = first.position[axis];
    return placed(sorted, (card) => {
      const place = { ...card.position, [axis]: Math.round(next) };
      next += sizeOf(card) + gap;
      return place;
    });
  };
}

function placed(
  cards: readonly CardNode[],
  at: (card: CardNode) => CardNode['position'],
): Positions {
  return Object.fromEntries(cards.map((card) => [card.id, at(card)]));
}

/** How cards that are selected together are brought in line, and how many it takes. */
export const alignments = {
  left: { least: 2, place: onLine('x') },
  top: { least: 2, place: onLine('y') },
  across: { least: 3, place: spread('x') },
  down: { least: 3, place: spread('y') },
} satisfies Record<string, { least: number; place: (cards: readonly CardNode[]) => Positions }>;

export type Alignment = keyof typeof alignments;
