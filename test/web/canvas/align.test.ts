import { expect, it } from 'vitest';
import { alignments } from '../../../web/src/canvas/align.ts';
import { graphOf } from '../../../web/src/canvas/graph.ts';

const positions = { a: { x: 40, y: 10 }, b: { x: 0, y: 300 }, c: { x: 900, y: 200 } };

const { nodes: cards } = graphOf(
  {
    nodes: Object.keys(positions).map((id) => ({
      id,
      kind: 'transform' as const,
      value: 1,
      onError: 'fail' as const,
    })),
    edges: [],
  },
  { positions },
);

it('brings cards in line with the one furthest left, or up', () => {
  expect(alignments.left.place(cards)).toEqual({
    a: { x: 0, y: 10 },
    b: { x: 0, y: 300 },
    c: { x: 0, y: 200 },
  });
  expect(alignments.top.place(cards)).toMatchObject({ b: { x: 0, y: 10 }, c: { x: 900, y: 10 } });
});

it('leaves the same room between cards, whose ends stay', () => {
  const placed = alignments.across.place(cards);
  const { width } = cards[0]!.data.size;
  expect(placed).toMatchObject({ b: { x: 0 }, c: { x: 900 } });
  const between = [placed['a']!.x - width, 900 - placed['a']!.x - width];
  expect(Math.abs(between[0]! - between[1]!)).toBeLessThanOrEqual(1);
});
