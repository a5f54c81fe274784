import { expect, test } from 'vitest';
import {
  emptyTicket,
  linkedTo,
  missingIn,
  orderOf,
  worthOf,
} from '../../../../web/src/trading/account/ticket/ticket.ts';

const reference = { price: 1462.42, asOf: '2013-01-02T00:00:00.000Z' };
const typed = { ...emptyTicket, symbol: ' spx ', quantity: '2,5', limitPrice: '1450' };

test('a market order has no price of its own, though one was typed for another type', () => {
  expect(orderOf(typed, reference)).toEqual({
    symbol: 'SPX',
    side: 'buy',
    type: 'market',
    quantity: 2.5,
    timeInForce: 'gtc',
    referencePrice: 1462.42,
    referenceTime: reference.asOf,
  });
});

test('a stop limit has both of its prices, and what closes it', () => {
  const ticket = { ...typed, type: 'stop_limit' as const, stopPrice: '1445', stopLoss: '1400' };
  expect(orderOf(ticket, reference)).toMatchObject({
    stopPrice: 1445,
    limitPrice: 1450,
    stopLoss: 1400,
  });
  expect(orderOf(ticket, reference)).not.toHaveProperty('takeProfit');
});

test('what is no number goes as it is, so that the answer says what is wrong with it', () => {
  expect(orderOf({ ...typed, quantity: ' many ' }, reference)['quantity']).toBe('many');
});

test('an order is worth what its own price makes of it, and else the market', () => {
  expect(worthOf(typed, 100)).toBe(250);
  expect(worthOf({ ...typed, type: 'limit' }, 100)).toBe(2.5 * 1450);
  expect(worthOf({ ...typed, quantity: '' }, 100)).toBeNull();
  expect(worthOf(typed, undefined)).toBeNull();
});

test('what is not typed yet is asked for at its field', () => {
  expect(missingIn(emptyTicket).map(({ path }) => path)).toEqual(['args.symbol', 'args.quantity']);
  expect(missingIn({ ...emptyTicket, symbol: ' ', quantity: '1' })).toHaveLength(1);
  expect(missingIn(typed)).toEqual([]);
});

const limited = { ...typed, type: 'limit' as const };
const stop = { ...linkedTo(limited), stopPrice: '1500', stopLoss: ' 1400 ', limitPrice: '9' };

test('linked orders have their side, their type and their own prices', () => {
  const sale = { ...linkedTo(limited), side: 'sell' as const, type: 'limit' as const };
  const order = orderOf({ ...limited, linked: [stop, { ...sale, limitPrice: '1600' }] }, reference);
  expect(order['oco']).toEqual([
    { side: 'buy', type: 'stop', stopPrice: 1500, stopLoss: 1400 },
    { side: 'sell', type: 'limit', limitPrice: 1600 },
  ]);
});

test.each([{ type: 'market' as const }, { timeInForce: 'ioc' as const }])(
  'an order with %j does not wait for its price, and has no linked orders',
  (change) => {
    expect(orderOf({ ...limited, linked: [stop], ...change }, reference)).not.toHaveProperty('oco');
  },
);
