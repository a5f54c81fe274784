import { expect, it } from 'vitest';
import { readDraft } from '../../../../../contracts/pipelines/validation/draft.ts';
import { problemCounts } from '../../../../../web/src/pages/editor/canvas/drawn-graph.ts';
import { applied } from '../../../../../web/src/pages/editor/canvas/selection.ts';
import {
  placeProblem,
  problemsAt,
} from '../../../../../web/src/pages/editor/model/problem-places.ts';

it('selects and lets go what the canvas says, and tells where nothing changes', () => {
  const before = { nodes: ['a', 'b'], edges: [] };
  const change = (id: string, selected: boolean) => ({ type: 'select', id, selected });
  expect(applied(before, 'nodes', [change('a', false), change('c', true)]).nodes).toEqual([
    'b',
    'c',
  ]);
  expect(applied(before, 'nodes', [change('a', true), { type: 'position', id: 'c' }])).toBe(before);
});

it('counts the problems of each node, and finds those of a field', () => {
  const { draft } = readDraft({
    nodes: [
      { id: 'a', kind: 'tool' },
      { id: 'b', kind: 'join' },
    ],
  });
  const problems = [
    { path: 'nodes[0].tool', message: 'is missing' },
    { path: 'nodes[0].args.symbol', message: 'is missing' },
    { path: 'nodes[1]', message: 'joins nothing' },
    { path: 'name', message: 'is missing' },
  ].map(placeProblem);
  expect([...problemCounts(problems, { draft, edges: [] })]).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  expect(problemsAt(problems, ['nodes', 0, 'args'])).toEqual([problems[1]]);
});
