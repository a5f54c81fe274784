import * as fc from 'fast-check';
import { orderSides, orderTypes, timesInForce } from '../../../../../contracts/trading/orders.ts';

export const symbols = ['SPX', 'BTC/USDT'] as const;

/** Prices are offsets in cents from the last close, so that orders lie where bars go. */
const offset = fc.integer({ min: -300, max: 300 });

const anyOrder = fc.record({
  do: fc.constant('order' as const),
  symbol: fc.constantFrom(...symbols),
  side: fc.constantFrom(...orderSides),
  type: fc.constantFrom(...orderTypes),
  timeInForce: fc.constantFrom(...timesInForce),
  lots: fc.integer({ min: 1, max: 900_000 }),
  limit: offset,
  stop: offset,
  stopLoss: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined }),
  takeProfit: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined }),
  trail: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
});

const anyBar = fc.record({
  do: fc.constant('bar' as const),
  symbol: fc.constantFrom(...symbols),
  open: offset,
  close: offset,
  up: fc.integer({ min: 0, max: 200 }),
  down: fc.integer({ min: 0, max: 200 }),
  volume: fc.integer({ min: 0, max: 2_000 }),
});

const anyReplacement = fc.record({
  do: fc.constant('replace' as const),
  which: fc.nat(20),
  lots: fc.option(fc.integer({ min: 1, max: 900_000 }), { nil: undefined }),
  limit: fc.option(offset, { nil: undefined }),
  stop: fc.option(offset, { nil: undefined }),
});

const anyAction = fc.oneof(
  { arbitrary: anyOrder, weight: 4 },
  { arbitrary: anyBar, weight: 5 },
  { arbitrary: fc.record({ do: fc.constant('night' as const) }), weight: 1 },
  {
    arbitrary: fc.record({ do: fc.constant('oco' as const), one: anyOrder, other: anyOrder }),
    weight: 2,
  },
  { arbitrary: anyReplacement, weight: 2 },
  {
    arbitrary: fc.record({ do: fc.constant('switch' as const), cancelOrders: fc.boolean() }),
    weight: 1,
  },
  { arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(20) }), weight: 1 },
);

export const anyTrading = fc.record({
  // Mostly so little that orders are refused, and that a gap costs more than there is.
  deposit: fc.oneof(
    { arbitrary: fc.integer({ min: 1_000, max: 12_000 }), weight: 3 },
    { arbitrary: fc.integer({ min: 12_000, max: 200_000 }), weight: 1 },
  ),
  allowShort: fc.boolean(),
  // Mostly so much that an account comes to owe its margin.
  grossExposure: fc.constantFrom(1, 2, 100, 100, 100),
  slippageVariation: fc.constantFrom(0, 0.5, 1),
  actions: fc.array(anyAction, { minLength: 5, maxLength: 60 }),
});
export type Trading = typeof anyTrading extends fc.Arbitrary<infer Value> ? Value : never;
export type Action = Trading['actions'][number];
export type Ordered = Omit<Extract<Action, { do: 'order' }>, 'do'>;

/** Two orders of one quantity that wait for their prices. */
export function ocoOf({ one, other }: Extract<Action, { do: 'oco' }>): Ordered[] {
  const waits = (action: Ordered): Ordered => ({
    ...action,
    type: action.type === 'market' ? 'limit' : action.type,
    timeInForce: one.timeInForce === 'ioc' ? 'gtc' : one.timeInForce,
  });
  return [waits(one), { ...waits(other), symbol: one.symbol, lots: one.lots }];
}
