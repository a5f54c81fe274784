import { describe, expect, test } from 'vitest';
import { exchangeEnvironment } from '../../../../activities/trading/exchange/env.ts';
import {
  checkGates,
  findDenial,
  gates,
} from '../../../../activities/trading/exchange/gates/check-gates.ts';
import type { OrderFacts } from '../../../../activities/trading/exchange/gates/gate.ts';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { exchangeSettings } from '../../../../activities/trading/exchange/settings.ts';

const settings = exchangeSettings(exchangeEnvironment.parse({}));
const bar = { time: '', open: 100, high: 100, low: 100, close: 100, volume: 1 };

const unknown = new Decimal(Number.NaN);

/** An order that passes every gate. */
const passing: OrderFacts = {
  order: {
    symbol: 'SPX',
    side: 'buy',
    type: 'market',
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
  killSwitch: false,
  mismatch: null,
  unpriced: [],
  available: new Decimal(100_000),
  equity: new Decimal(100_000),
  reserve: new Decimal(1001),
  reduces: false,
  exposure: new Decimal(1000),
  positionWorth: new Decimal(1000),
  leastQuantity: new Decimal(0),
  closable: new Decimal(0),
  dayResult: new Decimal(0),
  openOrders: 0,
  recentOrders: 0,
};

const order = (change: Partial<OrderFacts['order']>) => ({
  order: { ...passing.order, ...change },
});
const market = (change: Partial<OrderFacts['market']>) => ({
  market: { ...passing.market, ...change },
});

const set = (change: Partial<OrderFacts['settings']>) => ({ settings: { ...settings, ...change } });
const limited = (price: number, change: Partial<OrderFacts['order']> = {}) =>
  order({ type: 'limit', limitPrice: new Decimal(price), ...change });

const denials: Record<string, Partial<OrderFacts>[]> = {
  'kill switch': [{ killSwitch: true }],
  reconciliation: [{ mismatch: 'the cash is 1 in the events and 2 in the records' }],
  'allowed symbols': [set({ symbols: ['BTC/USDT'] })],
  tick: [
    { ...limited(99.995), ...set({ instruments: { SPX: { tick: 0.01 } } }) },
    order({ stopLoss: new Decimal('99.0000000000001') }),
    limited(0),
    limited(Number.NaN),
  ],
  'least notional': [
    order({ quantity: new Decimal('0.0001'), referencePrice: new Decimal(100) }),
  ].map((facts) => ({ ...facts, ...set({ instruments: { SPX: { leastNotional: 10 } } }) })),
  prices: [
    order({ type: 'limit' }),
    order({ type: 'stop' }),
    order({ type: 'stop_limit', stopPrice: new Decimal(101) }),
    order({ limitPrice: new Decimal(99) }),
    limited(99, { stopPrice: new Decimal(101) }),
    order({ type: 'stop', stopPrice: new Decimal(100) }),
    order({ type: 'stop', side: 'sell', stopPrice: new Decimal(100) }),
    order({ stopLoss: new Decimal(100) }),
    order({ takeProfit: new Decimal(99) }),
    order({ side: 'sell', stopLoss: new Decimal(99) }),
    limited(90, { stopLoss: new Decimal(95) }),
  ],
  quantity: [
    order({ quantity: new Decimal(0) }),
    order({ quantity: new Decimal(-1) }),
    order({ quantity: new Decimal('0.00015') }),
    order({ quantity: unknown }),
    { ...order({ quantity: new Decimal('0.5') }), ...set({ instruments: { SPX: { lot: 1 } } }) },
  ],
  currency: [market({ currency: 'EUR' })],
  'market open': [market({ ended: 'the replay has ended' })],
  'stale price': [market({ asOf: '2010-01-04T20:49:59.000Z' }), market({ asOf: 'unknown' })],
  'price collar': [
    order({ referencePrice: new Decimal('95.23') }),
    order({ referencePrice: new Decimal('105.27') }),
    order({ referencePrice: unknown }),
    limited(105.01),
    limited(94.99, { side: 'sell' }),
    limited(120, { type: 'stop_limit', stopPrice: new Decimal(110) }),
  ],
  'order limit': [
    order({ quantity: new Decimal('1000.0001') }),
    limited(104, { quantity: new Decimal(970) }),
  ],
  'short selling': [new Decimal('-0.0001'), unknown].map((leastQuantity) => ({
    ...order({ side: 'sell' }),
    settings: { ...settings, allowShort: false },
    leastQuantity,
  })),
  'gross exposure': [{ exposure: new Decimal('100000.01') }, { exposure: unknown }],
  'position share': [
    { ...set({ positionShare: 0.25 }), positionWorth: new Decimal('25000.01') },
    { positionWorth: unknown },
  ],
  'daily loss': [new Decimal(-500), unknown, null].map((dayResult) => ({
    ...set({ dailyLoss: new Decimal(500) }),
    dayResult,
  })),
  'open orders': [{ openOrders: 50 }, { openOrders: Number.NaN }],
  'order rate': [{ recentOrders: 60 }, { recentOrders: Number.NaN }],
  cash: [{ available: new Decimal('1000.99') }, { available: unknown }, { reserve: unknown }],
  'known price': [market({ price: unknown })],
  'known equity': [{ equity: unknown }],
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
      { exposure: new Decimal(100_000) },
      market({ currency: 'USDT' }),
      limited(105),
      limited(50),
      limited(110, { type: 'stop_limit', stopPrice: new Decimal(108), quantity: new Decimal(1) }),
      order({ type: 'stop', stopPrice: new Decimal('100.01'), stopLoss: new Decimal(100) }),
      order({ stopLoss: new Decimal('99.99'), takeProfit: new Decimal('100.01') }),
      { ...set({ positionShare: 0.25 }), positionWorth: new Decimal(25_000) },
      { ...set({ dailyLoss: new Decimal(500) }), dayResult: new Decimal('-499.99') },
      set({ symbols: ['SPX'] }),
      { openOrders: 49, recentOrders: 59 },
    ];
    for (const change of atBounds) expect(findDenial({ ...passing, ...change })).toBeUndefined();
  });

  /** Everything that only an order that reduces a position may break. */
  const reached: Partial<OrderFacts> = {
    ...set({
      orderLimit: new Decimal(10),
      dailyLoss: new Decimal(500),
      positionShare: 0.1,
      symbols: ['ABC'],
    }),
    ...order({ side: 'sell' }),
    exposure: new Decimal(120_000),
    positionWorth: new Decimal(120_000),
    dayResult: new Decimal(-900),
    openOrders: 50,
    recentOrders: 60,
  };

  test('let an order pass that only reduces a position, whichever limit is reached', () => {
    expect(findDenial({ ...passing, ...reached, reduces: true })).toBeUndefined();
    expect(findDenial({ ...passing, ...reached, equity: unknown, reduces: true })).toBeUndefined();
    const cover = { reserve: new Decimal(1001), available: new Decimal(-5), reduces: true };
    expect(findDenial({ ...passing, ...cover })).toBeUndefined();
  });

  test('deny the same order where it can go through zero', () => {
    const denied = checkGates({ ...passing, ...reached }).filter(({ denial }) => denial !== null);
    expect(denied.map(({ gate }) => gate)).toEqual([
      'allowed symbols',
      'order limit',
      'gross exposure',
      'position share',
      'daily loss',
      'open orders',
      'order rate',
    ]);
  });

  test('let any order pass that they have no limit for', () => {
    const off = {
      ...set({
        orderLimit: null,
        positionShare: null,
        dailyLoss: null,
        openOrders: null,
        ordersPerMinute: null,
        collarPercent: null,
      }),
      ...order({ quantity: new Decimal(1_500), referencePrice: new Decimal(50) }),
      equity: new Decimal(1_000_000),
      available: new Decimal(1_000_000),
      positionWorth: new Decimal(950_000),
      dayResult: new Decimal(-90_000),
      openOrders: 5_000,
      recentOrders: 5_000,
    };
    expect(findDenial({ ...passing, ...off })).toBeUndefined();
  });

  test.each([
    [
      order({ quantity: new Decimal('1234567.891') }),
      /value is 123,456,789\.10 USD, above the limit of 100,000\.00 USD per order/,
    ],
    [
      { ...set({ positionShare: 0.07 }), positionWorth: new Decimal('7000.5') },
      /worth 7,000\.50 USD, above 7 % of the equity, 7,000\.00 USD;/,
    ],
    [
      { available: new Decimal('1000.99') },
      /needs 1,001\.00 USD .* only 1,000\.99 USD is available/,
    ],
    [
      { ...set({ dailyLoss: new Decimal(2_500) }), dayResult: new Decimal(-12_500) },
      /is 12,500\.00 USD, .* the limit is 2,500\.00 USD/,
    ],
    [
      { ...order({ quantity: new Decimal('0.0001') }), ...market({ price: new Decimal('0.5') }) },
      /value is 0\.00005 USD, below the minimum of 0\.01 USD for SPX/,
    ],
  ])('tell amounts as one reads them: %#', (change, message) => {
    expect(findDenial({ ...passing, ...change })).toMatch(message);
  });

  test('allow to sell short where the account does', () => {
    const short = { ...order({ side: 'sell' as const }), leastQuantity: new Decimal(-10) };
    expect(findDenial({ ...passing, ...short })).toBeUndefined();
  });
});
