import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../../contracts/base/json.ts';
import { drawDifferences } from '../../../../../web/src/pages/editor/versions/draw-differences.ts';

const one: JsonObject = { id: 'one', kind: 'transform', value: 1 };
const two: JsonObject = { id: 'two', kind: 'transform', value: 2 };
const three: JsonObject = { id: 'three', kind: 'transform', value: 3 };
const before: JsonObject = {
  name: 'chain',
  nodes: [one, two],
  edges: [{ from: 'one', to: 'two' }],
  layout: { one: { x: 0, y: 0 }, two: { x: 300, y: 0 } },
};

it('marks what was added, removed and changed, and draws all of it', () => {
  const after = {
    name: 'chain',
    nodes: [{ ...one, value: 5, title: 'First' }, three],
    edges: [{ from: 'one', to: 'three' }],
    layout: { one: { x: 40, y: 0 } },
  };
  const { both, nodes, edges } = drawDifferences(before, after);
  expect(Object.fromEntries(nodes)).toEqual({
    one: { as: 'changed', fields: ['value', 'title'] },
    two: { as: 'removed' },
    three: { as: 'added' },
  });
  expect(Object.fromEntries(edges)).toEqual({
    'one.done>three': 'added',
    'one.done>two': 'removed',
  });
  expect(both.nodes.map(({ id }) => id)).toEqual(['one', 'three', 'two']);
  expect(both.edges).toHaveLength(2);
  expect(both.layout).toEqual({ one: { x: 40, y: 0 }, two: { x: 300, y: 0 } });
});

it('marks nothing where defaults are written out, places moved, or lists have another order', () => {
  const after = {
    ...before,
    nodes: [two, one],
    edges: [{ from: 'one', port: 'done', to: 'two' }],
    layout: { one: { x: 9, y: 9 } },
  };
  const { nodes, edges } = drawDifferences(before, after);
  expect([...nodes, ...edges]).toEqual([]);
});

it('marks triggers too', () => {
  const daily = { id: 'daily', kind: 'schedule', cron: '0 8 * * *' };
  const { nodes, both } = drawDifferences(before, { ...before, triggers: [daily] });
  expect(Object.fromEntries(nodes)).toEqual({ daily: { as: 'added' } });
  expect(both.triggers).toMatchObject([{ id: 'daily' }]);
});

it('draws what can be read of a document with mistakes', () => {
  const { nodes } = drawDifferences(null, { nodes: [one, { id: 'odd' }] });
  expect(Object.fromEntries(nodes)).toEqual({ one: { as: 'added' } });
});
