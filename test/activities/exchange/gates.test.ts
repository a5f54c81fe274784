import { describe, expect, test } from 'vitest';
import { exchangeEnvironment } from '../../../activities/exchange/env.ts';
import { findDenial, gates } from '../../../activities/exchange/gates.ts';
import type { OrderFacts } from '../../../activities/exchange/gates.ts';
import { Decimal } from '../../../activities/exchange/money.ts';
import { exchangeSettings } from '../../../activities/exchange/settings.ts';

const settings = exchangeSettings(exchangeEnvironment.parse({}));
const bar = { time: '', open: 100, high: 100, low: 100, close: 100, volume: 1 };

/** An order that passes every gate. */
const passing: OrderFacts = {
  order: {
    symbol: 'SPX',
    side: 'buy',
    quantity: new Decimal(10),
    referencePrice: new Decimal(100),
  },
  market: {
    symbol: 'SPX',
    price: new Decimal(100),
    currency: 'USD',
    timeframe: '1d',
    bar,
    now: '2010-01-04T21:00:00.000Z',
    asOf: '2010-01-04T21:00:00.000Z',
    source: 'test',
  },
  settings,
  available: new Decimal(100_000),
  equity: new Decimal(100_000),
  reserve: new Decimal(1001),
  exposure: { before: new Decimal(0), after: new Decimal(1000) },
  leastQuantity: new Decimal(0),
};

const order = (change: Partial<OrderFacts['order']>) => ({
  order: { ...passing.order, ...change },
});
const market = (change: Partial<OrderFacts['market']>) => ({
  market: { ...passing.market, ...change },
});

const denials: Record<string, Partial<OrderFacts>[]> = {
  quantity: [
    order({ quantity: new Decimal(0) }),
    order({ quantity: new Decimal(-1) }),
    order({ quantity: new Decimal('0.00015') }),
  ],
  currency: [market({ currency: 'EUR' })],
  'market open': [market({ ended: 'the replay has ended' })],
  'stale price': [market({ asOf: '2010-01-04T20:49:59.000Z' })],
  'price collar': [
    order({ referencePrice: new Decimal('95.23') }),
    order({ referencePrice: new Decimal('105.27') }),
  ],
  'order limit': [order({ quantity: new Decimal('1000.0001') })],
  'short selling': [
    {
      ...order({ side: 'sell' }),
      settings: { ...settings, allowShort: false },
      leastQuantity: new Decimal('-0.0001'),
    },
  ],
  'gross exposure': [{ exposure: { before: new Decimal(0), after: new Decimal('100000.01') } }],
  cash: [{ available: new Decimal('1000.99') }],
};

describe('risk gates', () => {
  test('let an order pass that breaks none', () => {
    expect(findDenial(passing)).toBeUndefined();
  });

  test.each(gates.map(({ name }) => name))('deny by %s, with a reason', (name) => {
    expect(denials[name]?.length).toBeGreaterThan(0);
    for (const change of denials[name]!) {
      expect(findDenial({ ...passing, ...change })).toMatch(new RegExp(`^${name}: .{15,}`));
    }
  });

  test('let an order pass at the very bounds', () => {
    const atBounds: Partial<OrderFacts>[] = [
      order({ quantity: new Decimal('0.0001') }),
      order({ quantity: new Decimal(1000) }),
      order({ referencePrice: new Decimal('95.2381') }),
      { available: new Decimal(1001) },
      { exposure: { before: new Decimal(0), after: new Decimal(100_000) } },
      market({ currency: 'USDT' }),
    ];
    for (const change of atBounds) expect(findDenial({ ...passing, ...change })).toBeUndefined();
  });

  test('let an order pass that makes a too large exposure smaller', () => {
    const exposure = { before: new Decimal(130_000), after: new Decimal(120_000) };
    expect(findDenial({ ...passing, ...order({ side: 'sell' }), exposure })).toBeUndefined();
  });

  test('allow to sell short where the account does', () => {
    const short = { ...order({ side: 'sell' as const }), leastQuantity: new Decimal(-10) };
    expect(findDenial({ ...passing, ...short })).toBeUndefined();
  });
});
