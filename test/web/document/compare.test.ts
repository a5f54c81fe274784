import { expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { compareDocuments, countChanges } from '../../../web/src/document/compare.ts';

const nodes: JsonObject[] = [
  { id: 'look', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } },
  { id: 'ask', kind: 'approval', show: 1 },
];
const before = {
  name: 'desk',
  nodes,
  edges: [{ from: 'look', to: 'ask' }],
  layout: { look: { x: 0, y: 0 } },
};

it('says by meaning what differs between two documents', () => {
  const after: { nodes: JsonObject[] } & JsonObject = {
    title: 'The desk',
    name: 'desk',
    nodes: [
      { id: 'order', kind: 'tool', tool: 'create_paper_order' },
      { id: 'look', args: { symbol: 'BTC/USDT' }, kind: 'tool', tool: 'get_price' },
    ],
    edges: [{ from: 'look', to: 'order' }],
  };
  expect(compareDocuments(before, after)).toEqual([
    { where: 'title', after: 'The desk' },
    { where: 'node look: args', before: { symbol: 'SPX' }, after: { symbol: 'BTC/USDT' } },
    { where: 'node ask', whole: true, before: before.nodes[1] },
    { where: 'node order', whole: true, after: after.nodes[0] },
    { where: 'edge look → ask', whole: true, before: { from: 'look', to: 'ask' } },
    { where: 'edge look → order', whole: true, after: { from: 'look', to: 'order' } },
  ]);
});

it('finds no difference in order and in places on the canvas', () => {
  const { layout: _layout, ...rest } = before;
  expect(compareDocuments(before, { ...rest, nodes: nodes.toReversed() })).toEqual([]);
});

it('finds no difference in defaults that are written out', () => {
  const written = {
    ...before,
    nodes: [nodes[0]!, { ...nodes[1]!, onError: 'fail', timeout: '24h' }],
    edges: [{ from: 'look', port: 'done', to: 'ask' }],
  };
  expect(compareDocuments(before, written)).toEqual([]);
});

it('counts what is new, changed and removed', () => {
  const node = (id: string, ms: number) => ({ id, kind: 'wait', duration: `${ms}s` });
  const old = {
    name: 'p',
    nodes: [node('a', 1), node('b', 1), node('c', 1)],
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ],
  };
  const now = {
    name: 'p',
    title: 'P',
    nodes: [node('a', 2), node('b', 1), node('d', 1), node('e', 1)],
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'd' },
    ],
  };
  expect(countChanges(compareDocuments(old, now))).toEqual({
    added: 2,
    changed: 1,
    removed: 1,
    edges: { added: 1, changed: 0, removed: 1 },
  });
  expect(countChanges(compareDocuments(now, now))).toEqual({
    added: 0,
    changed: 0,
    removed: 0,
    edges: { added: 0, changed: 0, removed: 0 },
  });
});
