import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Json } from '../../../contracts/base/json.ts';
import OrderView from '../../../web/src/trading/order-result/order-view.tsx';
import { orderOf } from '../../../web/src/trading/order-result/order-of.ts';

const order = { symbol: 'SPX', side: 'buy', quantity: 2, status: 'filled', type: 'market' };

it('finds the order in what a tool gave, with its fill', () => {
  const fill = { price: 1461.02, quantity: 2, fee: 0.5, at: '2026-01-05T10:00:00.000Z', bar: {} };
  expect(orderOf({ order, fill })).toEqual({
    symbol: 'SPX',
    side: 'buy',
    quantity: 2,
    type: 'market',
    status: 'filled',
    fillsFrom: undefined,
    reason: undefined,
    fill: { price: 1461.02, quantity: 2, fee: 0.5, at: '2026-01-05T10:00:00.000Z' },
  });
  expect(orderOf({ order, fill: null })?.fill).toBeUndefined();
});

it('says that an open market order waits for a bar, with the time that the tool told', () => {
  const accepted = { ...order, status: 'accepted' };
  const acceptedBar = { fillsFrom: '2013-01-03T21:00:00.000Z' };
  const seen = (value: Json) => renderToStaticMarkup(createElement(OrderView, { value }));
  const waiting = seen({ order: accepted, fill: null, acceptedBar });
  expect(waiting).toContain('Waits for the next bar’s open');
  expect(waiting).toContain('the first that opens at or after 2013-01-03 21:00 UTC.');
  const limit = seen({ order: { ...accepted, type: 'limit' }, fill: null, acceptedBar });
  expect(limit).toContain('Waiting for its price');
  expect(limit).not.toContain('2013-01-03');
});

it.each([
  ['a decision with an order to come', { action: 'buy', order: { symbol: 'SPX', side: 'buy' } }],
  ['a state that is not known', { order: { ...order, status: 'teleported' } }],
  ['no object', [1]],
])('finds none in %s', (_what, value) => {
  expect(orderOf(value)).toBeUndefined();
});
