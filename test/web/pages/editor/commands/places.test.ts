import { expect, it } from 'vitest';
import type { Graph } from '../../../../../web/src/canvas/graph.ts';
import { parallelTo } from '../../../../../web/src/pages/editor/commands/places.ts';

const size = { width: 240, height: 100 };
const graph = {
  nodes: ['start', 'left', 'right', 'both'].map((id, index) => ({
    id,
    position: { x: index * 400, y: 0 },
    data: { size },
  })),
  edges: [],
} as unknown as Graph;
const edge = (index: number, from: string, port: string, to: string) => ({
  index,
  id: `${from}-${port}-${to}`,
  from,
  port,
  to,
});
const edges = [
  edge(0, 'start', 'true', 'left'),
  edge(1, 'start', 'false', 'right'),
  edge(2, 'left', 'out', 'both'),
  edge(3, 'right', 'out', 'both'),
];

it('puts a parallel node below, after the same port of the same node', () => {
  const at = parallelTo('right', { graph, edges });
  expect(at?.from).toEqual({ id: 'start', port: 'false' });
  expect(at?.place.x).toBe(800);
  expect(at?.place.y).toBeGreaterThan(100);
});

it('puts one beside the first node, after nothing', () => {
  expect(parallelTo('start', { graph, edges })?.from).toBeUndefined();
});

it('offers none beside a node that follows several, or is not drawn', () => {
  expect(parallelTo('both', { graph, edges })).toBeUndefined();
  expect(parallelTo('nobody', { graph, edges })).toBeUndefined();
});
