import { expect, it } from 'vitest';
import { orderOf } from '../../../web/src/trading/order-result/order-of.ts';

const order = { symbol: 'SPX', side: 'buy', quantity: 2, status: 'filled', type: 'market' };

it('finds the order in what a tool gave, with its fill', () => {
  const fill = { price: 1461.02, quantity: 2, fee: 0.5, at: '2026-01-05T10:00:00.000Z', bar: {} };
  expect(orderOf({ order, fill })).toEqual({
    symbol: 'SPX',
    side: 'buy',
    quantity: 2,
    status: 'filled',
    reason: undefined,
    fill: { price: 1461.02, quantity: 2, fee: 0.5, at: '2026-01-05T10:00:00.000Z' },
  });
  expect(orderOf({ order, fill: null })?.fill).toBeUndefined();
});

it.each([
  ['a decision with an order to come', { action: 'buy', order: { symbol: 'SPX', side: 'buy' } }],
  ['a state that is not known', { order: { ...order, status: 'teleported' } }],
  ['no object', [1]],
])('finds none in %s', (_what, value) => {
  expect(orderOf(value)).toBeUndefined();
});
