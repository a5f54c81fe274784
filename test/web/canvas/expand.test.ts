import elk from 'elkjs/lib/elk.bundled.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elkGraph, layoutShapes, positionsOf } from '../../../web/src/canvas/auto-layout.ts';
import { bodyOf } from '../../../web/src/canvas/body/body.ts';
import type { Body, Graph } from '../../../web/src/canvas/graph.ts';
import { expand } from '../../../web/src/canvas/body/expand.ts';
import { graphOf } from '../../../web/src/canvas/graph.ts';
import { documentOf } from './documents.ts';

const engine = new elk.default();

/** A body of so many cards beside and below each other. */
function body(columns: number, rows: number): Body {
  const ids = Array.from({ length: columns * rows }, (_, index) => `b${index}`);
  const positions = Object.fromEntries(
    ids.map((id, index) => [
      id,
      { x: (index % columns) * 304, y: Math.floor(index / columns) * 160 },
    ]),
  );
  return bodyOf(documentOf([], { ids }), { positions, footer: false });
}

/** An acyclic graph of some cards, of which some are opened. */
const opened = fc.integer({ min: 1, max: 9 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    pairs: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 14 }),
    frames: fc.array(
      fc.tuple(fc.nat(count - 1), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 })),
      { maxLength: 3 },
    ),
    shape: fc.constantFrom(...layoutShapes),
  }),
);

async function placed(
  count: number,
  pairs: [number, number][],
  shape: (typeof layoutShapes)[number],
): Promise<Graph> {
  const ids = Array.from({ length: count }, (_, index) => `n${index}`);
  const edges = pairs
    .filter(([from, to]) => from < to)
    .map(([from, to]) => ({ from: `n${from}`, to: `n${to}` }));
  const document = documentOf(edges, { ids });
  const positions = positionsOf(await engine.layout(elkGraph(graphOf(document), shape)));
  return graphOf(document, { positions });
}

function overlapping({ nodes }: Graph): string[] {
  return nodes.flatMap((one) =>
    nodes.flatMap((other) => {
      if (other.id <= one.id) return [];
      const { x, y } = one.position;
      const at = other.position;
      const isApart =
        x + one.data.size.width <= at.x ||
        at.x + other.data.size.width <= x ||
        y + one.data.size.height <= at.y ||
        at.y + other.data.size.height <= y;
      return isApart ? [] : [`${one.id} and ${other.id}`];
    }),
  );
}

describe('a canvas with frames', () => {
  it('has no card on another, whichever are opened and however they are laid out', async () => {
    await fc.assert(
      fc.asyncProperty(opened, async ({ count, pairs, frames, shape }) => {
        const graph = await placed(count, pairs, shape);
        const bodies = new Map(
          frames.map(([index, columns, rows]) => [`n${index}`, body(columns, rows)]),
        );
        const { graph: drawn } = expand(graph, bodies);
        expect(overlapping(drawn)).toEqual([]);
        for (const [id, { width, height }] of bodies) {
          const { size } = drawn.nodes.find((node) => node.id === id)!.data;
          expect(size.width).toBeGreaterThan(width);
          expect(size.height).toBeGreaterThan(height);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps what is not dragged, and what is dragged where it was dropped', async () => {
    await fc.assert(
      fc.asyncProperty(opened, async ({ count, pairs, frames, shape }) => {
        const graph = await placed(count, pairs, shape);
        const bodies = new Map(
          frames.map(([index, columns, rows]) => [`n${index}`, body(columns, rows)]),
        );
        const { graph: drawn, drawnAt, keptAt, keptPlaces } = expand(graph, bodies);
        const drawnPlaces = Object.fromEntries(drawn.nodes.map((one) => [one.id, one.position]));
        const places = Object.fromEntries(graph.nodes.map((one) => [one.id, one.position]));
        expect(keptPlaces(drawnPlaces)).toEqual(places);
        for (const place of Object.values(places)) expect(keptAt(drawnAt(place))).toEqual(place);
      }),
      { numRuns: 60 },
    );
  });

  it('puts what is dropped beside the room that only a frame has to the nearer side of it', () => {
    const graph = graphOf(documentOf([], { ids: ['a', 'b'] }), {
      positions: { a: { x: 0, y: 0 }, b: { x: 304, y: 0 } },
    });
    const { drawnAt, keptAt } = expand(graph, new Map([['a', body(3, 1)]]));
    const [near, far] = [keptAt({ x: 260, y: 500 }), keptAt({ x: 850, y: 500 })];
    expect(near.x).toBeLessThan(240);
    expect(far.x).toBe(240);
    expect(drawnAt(far).x).toBeGreaterThan(850);
  });

  it('leads edges past a frame, along the side on which they begin or end', () => {
    const document = documentOf(
      [
        { from: 'a', to: 'below' },
        { from: 'below', to: 'end' },
        { from: 'a', to: 'frame' },
        { from: 'frame', to: 'end' },
        { from: 'a', to: 'last' },
      ],
      { ids: ['a', 'frame', 'below', 'end', 'last'] },
    );
    const positions = {
      a: { x: 0, y: 0 },
      frame: { x: 304, y: 0 },
      below: { x: 304, y: 160 },
      end: { x: 608, y: 0 },
      last: { x: 608, y: 160 },
    };
    const { graph } = expand(graphOf(document, { positions }), new Map([['frame', body(3, 2)]]));
    const turns = graph.edges.map(({ source, target, data }) => [source, target, data?.turns]);
    expect(turns).toEqual([
      ['a', 'below', undefined],
      ['below', 'end', 'late'],
      ['a', 'frame', undefined],
      ['frame', 'end', undefined],
      ['a', 'last', 'early'],
    ]);
  });

  it('is the same where nothing is opened', () => {
    const graph = graphOf(documentOf([{ from: 'a', to: 'b' }]));
    expect(expand(graph, new Map()).graph).toBe(graph);
  });
});
