import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Json } from '../../../../contracts/base/json.ts';
import { findOrder } from '../../../../contracts/trading/find-order.ts';
import { OrderSummary, approval } from '../../../../web/src/trading/approval/parts.tsx';

const limit = { symbol: 'SPX', side: 'buy', quantity: 50, type: 'limit', limitPrice: 1450 };

/** What the card says of an order. */
function said(args: Json): string {
  return textOf(createElement(OrderSummary, { order: findOrder(args)!, isLive: false }));
}

function textOf(element: ReactNode): string {
  return renderToStaticMarkup(element)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test('a bare limit order shows its price and that it has no stop loss', () => {
  expect(said(limit)).toBe('Buy 50 SPX Order Limit, paper order Limit price 1,450 No stop loss');
});

test('every term that is given stands on the card', () => {
  const text = said({
    ...limit,
    type: 'stop_limit',
    stopPrice: '1449.5',
    stopLoss: 1400,
    takeProfit: 1600,
    timeInForce: 'day',
    account: 'macro',
    referencePrice: 1460,
  });
  expect(text).toContain('Order Stop limit, paper order Account macro');
  expect(text).toContain('Stop price 1,449.5 Limit price 1,450 Stop loss 1,400 Take profit 1,600');
  expect(text).toContain('Time in force Until the end of its first day (DAY)');
  expect(text).toContain('Order value $73,000.00');
  expect(text).not.toContain('No stop loss');
});

test.each([
  [{ trailAmount: 20 }, 'Trailing distance 20'],
  [{ type: 'trailing_stop', limitPrice: null, trailPercent: 2.5 }, 'in percent 2.5'],
])('a stop that trails shows its distance: %j', (terms, text) => {
  expect(said({ ...limit, ...terms })).toContain(text);
  expect(said({ ...limit, ...terms })).not.toContain('No stop loss');
});

test('an order that only closes says so, and needs no stop', () => {
  const text = said({ ...limit, side: 'sell', reduceOnly: true });
  expect(text).toContain('Reduce-only: it can only reduce the position');
  expect(text).not.toContain('No stop loss');
  expect(said({ ...limit, reduceOnly: false })).toBe(said(limit));
});

test('linked orders stand on the card, on the side that they name or share', () => {
  const text = said({
    ...limit,
    oco: [
      { type: 'stop', stopPrice: 1500 },
      { side: 'sell', type: 'limit', limitPrice: 1600, stopLoss: 1650 },
    ],
  });
  expect(text).toContain('Buy stop · Stop price 1,500');
  expect(text).toContain('Sell limit · Limit price 1,600 · Stop loss 1,650');
  expect(text).not.toContain('No stop loss');
});

test('what an order leaves out or has by default takes no room', () => {
  expect(said({ ...limit, timeInForce: 'gtc', takeProfit: null, oco: [] })).toBe(said(limit));
});

test('a replacement shows what it changes, what stays, and the account', () => {
  const replaces = { ...limit, clientOrderId: '6a1f', stopLoss: 1400, referencePrice: 1460 };
  const args = {
    clientOrderId: '6a1f',
    quantity: 60,
    limitPrice: 1445,
    stopPrice: null,
    referencePrice: 1455,
    account: 'macro',
  };
  const show = { call: '6a1f', replaces, losesPlace: true };
  const part = approval!.subject({ args, show, isLive: false })!;
  expect(textOf(part.summary)).toBe(
    'Replace: Buy 50 → 60 SPX Order Limit, paper order Account macro Limit price 1,450 → 1,445 ' +
      'Stop loss 1,400 Decision price 1,455.00 Order value $87,300.00',
  );
  expect(part.rest).toEqual({ call: '6a1f', losesPlace: true });
});

test('a call about another order than the one that is shown is no replacement', () => {
  const show = { replaces: { ...limit, clientOrderId: '6a1f' } };
  const args = { clientOrderId: '7b20', limitPrice: 1445 };
  expect(approval!.subject({ args, show, isLive: false })).toBeUndefined();
});

test('a decision that is shown with an order of another side is pointed out', () => {
  const args = { ...limit };
  const of = (action: string) =>
    textOf(approval!.subject({ args, show: { action }, isLive: false })?.summary);
  expect(of('stand_aside')).toContain('The decision below is “Stand aside”');
  expect(of('open_short')).toContain('The decision below is “Open short”');
  for (const action of ['buy', 'open_long', 'close', 'review']) {
    expect(of(action)).not.toContain('The decision below');
  }
});
