import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardMeasures } from '../../../web/src/canvas/card-size.ts';
import { graphOf } from '../../../web/src/canvas/graph.ts';
import { freePlace, freeShift, placeAfter, placeBetween } from '../../../web/src/canvas/room.ts';

const place = fc.record({
  x: fc.integer({ min: 0, max: 900 }),
  y: fc.integer({ min: 0, max: 600 }),
});

/** From a card to the one that follows it. */
const way = cardMeasures.width + cardMeasures.between;

function graphAt(places: { x: number; y: number }[], edges: { from: string; to: string }[] = []) {
  const ids = places.map((_, index) => `n${index}`);
  const nodes = ids.map((id) => ({
    id,
    kind: 'transform' as const,
    value: 1,
    onError: 'fail' as const,
  }));
  const positions = Object.fromEntries(ids.map((id, index) => [id, places[index]!]));
  return graphOf({ nodes, edges }, { positions });
}

describe('room for a new card', () => {
  it('is beside all cards that there are', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 12 }), place, (places, wanted) => {
        const graph = graphAt(places);
        const { x, y } = freePlace(graph, wanted);
        expect({ x, below: y >= wanted.y }).toEqual({ x: wanted.x, below: true });
        for (const { position, data } of graph.nodes) {
          const isBeside =
            x >= position.x + data.size.width || position.x >= x + cardMeasures.width;
          const isBelow = y >= position.y + data.size.height;
          expect(isBeside || isBelow || position.y > y).toBe(true);
        }
      }),
    );
  });

  it('is to the right of the card that it follows', () => {
    const graph = graphAt([{ x: 0, y: 50 }]);
    expect(placeAfter(graph, 'n0')).toEqual({ x: way, y: 50 });
  });

  it('is made between two cards by moving on what follows', () => {
    const places = [
      { x: 0, y: 0 },
      { x: 300, y: 0 },
      { x: 600, y: 0 },
    ];
    const edges = [
      { from: 'n0', to: 'n1' },
      { from: 'n1', to: 'n2' },
    ];
    const { place: between, moved } = placeBetween(graphAt(places, edges), 'n0', 'n1');
    expect(between).toEqual({ x: way, y: 0 });
    expect(moved).toEqual({ n1: { x: 2 * way, y: 0 }, n2: { x: 2 * way + 300, y: 0 } });
  });

  it('is in the middle where there is enough', () => {
    const { place: between, moved } = placeBetween(
      graphAt([
        { x: 0, y: 0 },
        { x: 1000, y: 100 },
      ]),
      'n0',
      'n1',
    );
    expect({ between, moved }).toEqual({ between: { x: 500, y: 50 }, moved: {} });
  });
});

describe('room for pasted cards', () => {
  it('is beside all cards that there are, for each of them', () => {
    const places = fc.array(place, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(places, places, (there, pasted) => {
        const graph = graphAt(there);
        const shift = freeShift(graph, pasted);
        expect(shift).toBeGreaterThanOrEqual(0);
        for (const { x, y } of pasted) {
          expect(freePlace(graph, { x, y: y + shift })).toEqual({ x, y: y + shift });
        }
      }),
    );
  });
});
