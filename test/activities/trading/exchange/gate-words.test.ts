import { expect, it } from 'vitest';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { activityGates } from '../../../../activities/trading/exchange/gates/activity.ts';
import type { OrderFacts } from '../../../../activities/trading/exchange/gates/gate.ts';
import { instrumentGates } from '../../../../activities/trading/exchange/gates/instrument.ts';
import { priceGates } from '../../../../activities/trading/exchange/gates/price.ts';
import { riskGates } from '../../../../activities/trading/exchange/gates/risk.ts';
import { switchGates } from '../../../../activities/trading/exchange/gates/switches.ts';

const of = (value: number) => new Decimal(value);

/** Facts of an order that every gate has something against. */
const facts = {
  order: {
    symbol: 'SPX',
    side: 'sell',
    type: 'limit',
    quantity: of(0.3),
    limitPrice: of(0.123),
    referencePrice: of(10),
    reduceOnly: false,
  },
  market: {
    symbol: 'SPX',
    price: of(1000),
    currency: 'EUR',
    asOf: '2026-01-01T00:00:00Z',
    now: '2026-02-01T00:00:00Z',
    ended: 'the replay has ended',
  },
  settings: {
    instruments: { SPX: { tick: 0.01, lot: 1, leastNotional: 1e6 } },
    orderLimit: of(1),
    allowShort: false,
    grossExposure: 1,
    positionShare: 0.1,
    dailyLoss: of(1),
    timeZone: 'UTC',
    openOrders: 1,
    ordersPerMinute: 1,
    staleAfterMs: 1,
    collarPercent: 1,
    symbols: ['ABC'],
  },
  equity: of(10),
  exposure: of(1e6),
  positionWorth: of(1e6),
  dayResult: of(-100),
  leastQuantity: of(-5),
  closable: of(0),
  reserve: of(100),
  available: of(1),
  openOrders: 5,
  recentOrders: 5,
  killSwitch: true,
  mismatch: 'cash differs',
} as unknown as OrderFacts;

const variants: [string, OrderFacts][] = [
  ['a sell', facts],
  ['a buy', { ...facts, order: { ...facts.order, side: 'buy' } }],
  [
    'a trailing stop',
    {
      ...facts,
      order: {
        ...facts.order,
        type: 'trailing_stop',
        limitPrice: undefined,
        trailAmount: of(5000),
      },
    } as OrderFacts,
  ],
];

it.each(variants)('gates say why %s is denied in the words of a trader', (_name, given) => {
  const gates = [...riskGates, ...instrumentGates, ...priceGates, ...activityGates, ...switchGates];
  const denials = gates.flatMap((gate) => gate.deny(given) || []);
  expect(denials.length).toBeGreaterThan(10);
  for (const denial of denials) {
    // No settings, routes, names of tools or of fields.
    expect(denial).not.toMatch(/[A-Z]{2,}_|\/api\/|[a-z]_[a-z]|[a-z][A-Z]/);
  }
});
