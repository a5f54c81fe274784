import elk from 'elkjs/lib/elk.bundled.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pipelineSchema } from '../../../contracts/pipelines/pipeline.ts';
import { elkGraph, positionsOf } from '../../../web/src/canvas/auto-layout.ts';
import { graphOf } from '../../../web/src/canvas/graph.ts';
import type { Graph, Positions } from '../../../web/src/canvas/graph.ts';
import { documentOf } from './documents.ts';

const engine = new elk.default();
const place = async (graph: Graph): Promise<Positions> =>
  positionsOf(await engine.layout(elkGraph(graph)));

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
});
