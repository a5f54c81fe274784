import { describe, expect, it } from 'vitest';
import { graphOf } from '../../../web/src/canvas/graph.ts';
import { neighbour } from '../../../web/src/canvas/neighbour.ts';
import { documentOf } from './documents.ts';

// a ─┬─ b
//    └─ c      and d, alone, nearer to a than c is
const graph = graphOf(
  documentOf(
    [
      { from: 'a', to: 'b' },
      { from: 'a', to: 'c' },
    ],
    { ids: ['a', 'b', 'c', 'd'] },
  ),
  {
    positions: {
      a: { x: 0, y: 0 },
      b: { x: 600, y: 0 },
      c: { x: 600, y: 200 },
      d: { x: 300, y: 0 },
    },
  },
);

describe('the arrow keys', () => {
  it('follow an edge rather than go to the nearest card', () => {
    expect(neighbour(graph, 'a', 'ArrowRight')).toBe('b');
    expect(neighbour(graph, 'c', 'ArrowLeft')).toBe('a');
  });

  it('go to the nearest card where no edge leads that way', () => {
    expect(neighbour(graph, 'd', 'ArrowRight')).toBe('b');
    expect(neighbour(graph, 'b', 'ArrowDown')).toBe('c');
  });

  it('stay where there is no card on that side', () => {
    expect(neighbour(graph, 'a', 'ArrowLeft')).toBeUndefined();
    expect(neighbour(graph, 'a', 'ArrowUp')).toBeUndefined();
  });
});
