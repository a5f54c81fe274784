import { expect, test } from 'vitest';
import { findOrder, withoutOrder } from '../../../contracts/trading/find-order.ts';

const order = { symbol: 'SPX', side: 'buy', quantity: 2, type: 'market', referencePrice: 1462.5 };
const decision = { action: 'buy', symbol: 'SPX', confidence: 0.8, reason: 'up', order };

test('an order is found by itself, and within a decision', () => {
  const found = { symbol: 'SPX', side: 'buy', quantity: 2, referencePrice: 1462.5 };
  expect(findOrder(order)).toMatchObject(found);
  expect(findOrder(decision)).toMatchObject(found);
});

test.each([[null], ['buy SPX'], [{ symbol: 'SPX', side: 'hold', quantity: 2 }], [{ order: 1 }]])(
  'what is none is not taken for one: %j',
  (value) => {
    expect(findOrder(value)).toBeUndefined();
  },
);

test('beside the order stands what it does not say', () => {
  const found = findOrder(decision)!;
  expect(withoutOrder(decision, found)).toEqual({ confidence: 0.8, reason: 'up' });
  expect(withoutOrder({ ...decision, action: 'sell' }, found)).toHaveProperty('action', 'sell');
  expect(withoutOrder(order, found)).toEqual({});
  const beside = { reason: 'up', stop: 1400 };
  expect(withoutOrder({ ...order, ...beside }, found)).toEqual(beside);
});
