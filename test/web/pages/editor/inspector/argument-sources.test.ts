import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../../contracts/base/json.ts';
import {
  suggestedFor,
  withSource,
} from '../../../../../web/src/pages/editor/inspector/argument-sources.ts';

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

it('a call that gives an argument is added right before, about the same', () => {
  const document = documentOf({ tool: 'get_ohlcv' });
  const { nodes, edges } = document as { nodes: JsonObject[]; edges: JsonObject[] };
  const card = {
    id: 'check',
    position: { x: 400, y: 20 },
    data: { size: { width: 240, height: 120 } },
  };
  const graph = { nodes: [card] } as unknown as Parameters<typeof withSource>[1]['graph'];
  expect(withSource(document, { ...order, graph })).toMatchObject({
    nodes: [
      ...nodes.slice(0, 2),
      { args: { symbol: 'SPX', referencePrice: '{{ nodes.get_price.output.price }}' } },
      { id: 'get_price', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } },
    ],
    edges: [...edges, { from: 'get_price', to: 'check' }],
    layout: { get_price: { x: 96, y: 20 } },
  });
});
