import { expect, test } from 'vitest';
import { document, expectMistake, price, problemsOf, transform } from './support.ts';
import type { Case } from './support.ts';

const graph: Case[] = [
  [
    'a duplicate id',
    document(price, price),
    'nodes[1].id',
    'nodes[0] also has the id price',
    'another id',
  ],
  [
    'an edge to nowhere',
    { ...document(price), edges: [{ from: 'price', to: 'prise' }] },
    'edges[0].to',
    'node prise not found',
    'did you mean price?',
  ],
  [
    'an edge to itself',
    { ...document(price), edges: [{ from: 'price', to: 'price' }] },
    'edges[0]',
    'connects price to itself',
    'another node',
  ],
  [
    'an unknown port',
    { ...document(price, transform('b')), edges: [{ from: 'price', port: 'yes', to: 'b' }] },
    'edges[0].port',
    'price has no port yes',
    'choose one of: done',
  ],
  [
    'a port error without onError',
    { ...document(price, transform('b')), edges: [{ from: 'price', port: 'error', to: 'b' }] },
    'edges[0].port',
    'price has no port error',
    'set onError: port on price',
  ],
  [
    'a duplicate edge',
    {
      ...document(price, transform('b')),
      edges: [
        { from: 'price', to: 'b' },
        { from: 'price', port: 'done', to: 'b' },
      ],
    },
    'edges[1]',
    'is a duplicate of edges[0]',
    'remove one',
  ],
  [
    'a cycle',
    {
      ...document(transform('a'), transform('b'), transform('c')),
      edges: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
        { from: 'c', to: 'a' },
      ],
    },
    'edges[2]',
    'closes a cycle: a → b → c → a',
    'remove one',
  ],
  [
    'a join of one',
    { ...document(price, { id: 'j', kind: 'join' }), edges: [{ from: 'price', to: 'j' }] },
    'nodes[1]',
    'j has only one incoming branch',
    'at least two edges',
  ],
  [
    'a quorum too large',
    {
      ...document(transform('a'), transform('b'), {
        id: 'j',
        kind: 'join',
        mode: 'quorum',
        quorum: 3,
      }),
      edges: [
        { from: 'a', to: 'j' },
        { from: 'b', to: 'j' },
      ],
    },
    'nodes[2].quorum',
    'waits for 3 branches, but only 2 lead to j',
    'at most 2',
  ],
  [
    'a quorum without number',
    {
      ...document(transform('a'), transform('b'), { id: 'j', kind: 'join', mode: 'quorum' }),
      edges: [
        { from: 'a', to: 'j' },
        { from: 'b', to: 'j' },
      ],
    },
    'nodes[2].quorum',
    'quorum is missing',
    'give the number of branches',
  ],
  [
    'a layout of nothing',
    { ...document(price), layout: { prices: { x: 0, y: 0 } } },
    'layout.prices',
    'node prices not found',
    'did you mean price?',
  ],
];

test.each(graph)(
  'a mistake in the graph is told once, with its place and a fix: %s',
  (...tested) => {
    expectMistake(tested);
  },
);

test.each([
  ['yes', 'choose one of: done'],
  ['doen', 'did you mean done? (price has done)'],
])('the ports that there are instead of %s are listed once', (port, fix) => {
  const edges = [{ from: 'price', port, to: 'b' }];
  expect(problemsOf({ ...document(price, transform('b')), edges })).toMatchObject([
    { path: 'edges[0].port', fix },
  ]);
});
