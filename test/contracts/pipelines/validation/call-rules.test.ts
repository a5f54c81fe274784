import { expect, test } from 'vitest';
import { exampleCatalog } from '../catalog.ts';
import { document, problemsOf } from './support.ts';

const { tools, ...others } = exampleCatalog();
const price = { anyOf: [{ type: 'number' }, { type: 'null' }] };
const parameters = {
  type: 'object',
  properties: {
    side: { type: 'string', enum: ['buy', 'sell'] },
    type: { type: 'string', enum: ['market', 'limit'], default: 'market' },
    limitPrice: price,
    stopLoss: price,
  },
  required: ['side'],
  additionalProperties: false,
};
const catalog = {
  ...others,
  tools: { ...tools, create_paper_order: { parameters, sideEffect: true } },
};
const called = (args: object) => ({ id: 'buy', kind: 'tool', tool: 'create_paper_order', args });

test.each([
  [{ type: 'limit' }, 'limitPrice', 'a limit order needs limitPrice'],
  [{ limitPrice: 5 }, 'limitPrice', 'a market order does not take limitPrice'],
  [{ type: 'limit', limitPrice: 5, stopLoss: 6 }, 'stopLoss', 'stopLoss must be below'],
])('of a call with %j is told what is not a valid combination', (args, field, message) => {
  const order = { side: 'buy', ...args };
  const told = (path: string) => [{ path, message: expect.stringContaining(message) }];
  expect(problemsOf(document(called(order)), catalog)).toMatchObject(
    told(`nodes[0].args.${field}`),
  );
  const { kind: _kind, id: _id, ...next } = called(order);
  const chain = { ...called({ side: 'buy' }), next: [{ id: 'then', ...next }] };
  expect(problemsOf(document(chain), catalog)).toMatchObject(
    told(`nodes[0].next[0].args.${field}`),
  );
});

test.each([
  { side: 'buy', type: 'limit', limitPrice: 5, stopLoss: 4 },
  { side: 'buy', type: 'limit', limitPrice: '{{ 2.0 + 3.0 }}' },
  { side: 'buy', type: '{{ "limit" }}' },
])('%j fits, as far as can be known before a run', (args) => {
  expect(problemsOf(document(called(args)), catalog)).toEqual([]);
});
