import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../../contracts/base/json.ts';
import { suggestedFor } from '../../../../../web/src/pages/editor/inspector/argument-sources.ts';

const order = { node: 'check', argument: 'referencePrice' };

/** A price, a judgement, and the approval of an order. */
const documentOf = (price: JsonObject): JsonObject => ({
  name: 'desk',
  nodes: [
    { id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' }, ...price },
    { id: 'judge', kind: 'transform', value: 'Buy' },
    { id: 'check', kind: 'approval', tool: 'create_paper_order', args: { symbol: 'SPX' } },
  ],
  edges: [
    { from: 'price', to: 'judge' },
    { from: 'judge', to: 'check' },
  ],
});

it('an argument can come from a call before that was about the same', () => {
  expect(suggestedFor(documentOf({}), order)).toBe('{{ nodes.price.output.price }}');
  expect(suggestedFor(documentOf({ tool: 'get_price@1' }), order)).toBeDefined();
});

it.each<JsonObject>([
  { args: { symbol: 'ES' } },
  { tool: 'get_ohlcv' },
  { next: [{ id: 'more', tool: 'calculate' }] },
])('an argument cannot come from a call with %j', (price) => {
  expect(suggestedFor(documentOf(price), order)).toBeUndefined();
});
