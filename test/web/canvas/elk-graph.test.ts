import elk from 'elkjs/lib/elk.bundled.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pipelineSchema } from '../../../contracts/pipelines/pipeline.ts';
import { elkGraph, positionsOf } from '../../../web/src/canvas/auto-layout.ts';
import type { LayoutShape } from '../../../web/src/canvas/auto-layout.ts';
import { graphOf } from '../../../web/src/canvas/graph.ts';
import type { Graph, Positions } from '../../../web/src/canvas/graph.ts';
import { documentOf } from './documents.ts';

const engine = new elk.default();
const place = async (graph: Graph, shape?: LayoutShape): Promise<Positions> =>
  positionsOf(await engine.layout(elkGraph(graph, shape)));

/** Acyclic graphs: an edge leads from an earlier node to a later one. */
const graphs = fc
  .integer({ min: 1, max: 12 })
  .chain((count) =>
    fc.record({
      count: fc.constant(count),
      pairs: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 20 }),
    }),
  )
  .map(({ count, pairs }) => {
    const ids = Array.from({ length: count }, (_, index) => `n${index}`);
    const edges = pairs
      .filter(([from, to]) => from < to)
      .map(([from, to]) => ({ from: `n${from}`, to: `n${to}` }));
    return graphOf(documentOf(edges, { ids }));
  });

function expectApart({ nodes }: Graph, at: Positions): void {
  for (const one of nodes) {
    for (const other of nodes.filter(({ id }) => id > one.id)) {
      const apartX = Math.abs(at[one.id]!.x - at[other.id]!.x) >= one.data.size.width;
      const apartY = Math.abs(at[one.id]!.y - at[other.id]!.y) >= one.data.size.height;
      expect(apartX || apartY).toBe(true);
    }
  }
}

describe('auto layout', () => {
  it('puts every card left of those that its edges lead to, and none on another', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, async (graph) => {
        const at = await place(graph);
        for (const { source, target } of graph.edges) {
          expect(at[source]!.x).toBeLessThan(at[target]!.x);
        }
        expectApart(graph, at);
      }),
      { numRuns: 20 },
    );
  });

  it('puts no card on another where speed counts, either', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `n${index}`);
    const edges = ids
      .slice(1)
      .map((to, index) => ({ from: `n${Math.floor((index * 3) / 4)}`, to }));
    const graph = graphOf(documentOf(edges, { ids }), { footer: true });
    expectApart(graph, await place(graph));
  });

  it('draws a chain as one straight line', async () => {
    const chain = documentOf([
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ]);
    const at = await place(graphOf(chain));
    expect(new Set(Object.values(at).map(({ y }) => y)).size).toBe(1);
  });

  it('draws the way through the first ports straight, however many ports the cards have', async () => {
    const document = pipelineSchema.parse({
      name: 'test',
      nodes: [
        { id: 'a', kind: 'transform', value: 1 },
        { id: 'b', kind: 'condition', when: 'true' },
        { id: 'c', kind: 'approval', show: 'x', approvers: ['operator'], onError: 'port' },
        { id: 'd', kind: 'transform', value: 1 },
      ],
      edges: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
        { from: 'c', to: 'd' },
      ],
    });
    const graph = graphOf(document);
    const at = await place(graph);
    expect(new Set(graph.nodes.map(({ handles }) => handles?.length)).size).toBeGreaterThan(1);
    for (const { source, sourceHandle, target } of graph.edges) {
      const port = (id: string, handle: string | null | undefined) =>
        at[id]!.y +
        (graph.nodes.find((node) => node.id === id)?.handles?.find((one) => one.id === handle)?.y ??
          0);
      expect(port(source, sourceHandle)).toBe(port(target, 'in'));
    }
  });

  it('puts no card on another in rows, and breaks what is long and flat', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, async (graph) => expectApart(graph, await place(graph, 'rows'))),
      { numRuns: 20 },
    );
    const chain = graphOf(documentOf(chainOf(ids), { ids }));
    const [line, rows] = await Promise.all([place(chain), place(chain, 'rows')]);
    expect(extentOf(rows).width).toBeLessThan(extentOf(line).width / 2);
    expect(extentOf(rows).height).toBeGreaterThan(0);
  });

  it('puts every card above those that its edges lead to, from the top down, with its ports at its foot', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, async (graph) => {
        const at = await place(graph, 'down');
        for (const { source, target } of graph.edges) {
          expect(at[source]!.y).toBeLessThan(at[target]!.y);
        }
        expectApart(graph, at);
      }),
      { numRuns: 20 },
    );
    const document = documentOf(chainOf(ids), { ids });
    const sidesIn = async (shape: LayoutShape) => {
      const { nodes } = graphOf(document, { positions: await place(graphOf(document), shape) });
      return new Set(nodes.flatMap(({ handles = [] }) => handles.map(({ position }) => position)));
    };
    expect(await sidesIn('down')).toEqual(new Set(['top', 'bottom']));
    expect(await sidesIn('right')).toEqual(new Set(['left', 'right']));
    expect(await sidesIn('rows')).toEqual(new Set(['left', 'right']));
  });
});

const ids = Array.from({ length: 8 }, (_, index) => `n${index}`);

const chainOf = (chain: string[]) =>
  chain.slice(1).map((to, index) => ({ from: chain[index]!, to }));

function extentOf(at: Positions): { width: number; height: number } {
  const span = (numbers: number[]) => Math.max(...numbers) - Math.min(...numbers);
  const places = Object.values(at);
  return { width: span(places.map(({ x }) => x)), height: span(places.map(({ y }) => y)) };
}
