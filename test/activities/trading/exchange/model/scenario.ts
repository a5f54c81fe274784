import * as fc from 'fast-check';
import { orderTypes, timesInForce } from '../../../../../contracts/trading/orders.ts';
import type { Gates } from '../../../../../contracts/trading/gates.ts';
import { endOf } from './day.ts';
import type { Action, ModelBar, ModelSettings, Ordered } from './types.ts';

/** Two symbols, with the size of a step of their prices. */
const listed = { ABC: { price: 100, step: 0.5 }, XYZ: { price: 20, step: 0.1 } };
type Listed = keyof typeof listed;
const symbols = Object.keys(listed) as Listed[];

const steps = (most: number) => fc.integer({ min: -most, max: most });
const sometimes = <Value>(value: fc.Arbitrary<Value>) =>
  fc.option(value, { nil: undefined, freq: 2 });
const rarely = <Value>(usual: Value, other: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

const anySettings: fc.Arbitrary<ModelSettings> = fc.record({
  deposit: fc.constantFrom(1_000, 2_000, 2_000, 5_000, 20_000),
  orderNotional: rarely<number | null>(null, fc.constantFrom(500, 3_000)),
  positionShare: rarely<number | null>(null, fc.constantFrom(0.5, 1)),
  grossExposure: fc.constantFrom(1, 5, 5, 9),
  dailyLoss: rarely<number | null>(null, fc.constantFrom(10, 100, 500)),
  timeZone: fc.constantFrom('UTC', 'America/New_York'),
  openOrders: rarely<number | null>(null, fc.constantFrom(2, 5)),
  ordersPerMinute: fc.constant(null),
  priceCollarPercent: rarely<number | null>(null, fc.constantFrom(2, 5)),
  fillCollarPercent: rarely<number | null>(null, fc.constantFrom(0.5, 1)),
  maintenanceMargin: fc.constantFrom(0.3, 0.5, 1),
  borrowFeePercent: fc.constantFrom(0, 0.25, 30),
  sameBarExit: fc.constantFrom('stop', 'target'),
  symbols: rarely<string[] | null>(null, fc.constant(['ABC'])),
  allowShort: rarely<boolean>(true, fc.constant(false)),
  instruments: rarely<Gates['instruments']>(
    {},
    fc.constantFrom<Gates['instruments'][]>(
      { ABC: { tick: 0.5, lot: 1 } },
      { ABC: { tick: 1, lot: 0.5, leastNotional: 500 }, XYZ: { lot: 10 } },
    ),
  ),
  volumeShare: fc.constantFrom(0.1, 0.5, 1),
  slippageBasisPoints: fc.constantFrom(0, 2, 30),
  slippageVariation: fc.constant(0),
  slippageSeed: fc.constant('model'),
  makerFeeBasisPoints: fc.constantFrom(0, 1, 25),
  takerFeeBasisPoints: fc.constantFrom(0, 2, 50),
});

const anyBar = fc.record({
  do: fc.constant('bar' as const),
  symbol: fc.constantFrom<Listed[]>('ABC', 'ABC', 'XYZ'),
  hours: rarely(0, fc.constantFrom(1, 5, 20)),
  gap: fc.oneof({ weight: 3, arbitrary: steps(4) }, { weight: 1, arbitrary: steps(60) }),
  move: steps(6),
  up: fc.nat({ max: 6 }),
  down: fc.nat({ max: 6 }),
  volume: fc.constantFrom(100_000, 100_000, 500, 100, 33, 0),
});

const anyOrder = fc.record({
  do: fc.constant('order' as const),
  symbol: fc.constantFrom<Listed[]>('ABC', 'ABC', 'XYZ'),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  type: fc.constantFrom(...orderTypes),
  quantity: fc.constantFrom(1, 2, 5, 10, 10, 20, 40, 90, 0.5, 7.25, 0.3333),
  reference: rarely(0, steps(6)),
  /** Whether it turns the order before it around. */
  closes: fc.boolean(),
  limit: steps(6),
  stop: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 6 }) },
    { weight: 1, arbitrary: steps(6) },
  ),
  stopLoss: sometimes(rarely(4, fc.integer({ min: -1, max: 10 }))),
  takeProfit: sometimes(rarely(4, fc.integer({ min: -1, max: 10 }))),
  trail: sometimes(
    fc.oneof(
      fc.constantFrom(1, 3, 6).map((amount) => ({ amount })),
      fc.constantFrom(0.5, 2, 90).map((percent) => ({ percent })),
    ),
  ),
  timeInForce: fc.constantFrom(...timesInForce, 'gtc' as const),
});

const anyReplacement = fc.record({
  do: fc.constant('replace' as const),
  which: fc.nat({ max: 3 }),
  quantity: sometimes(fc.constantFrom(1, 2, 5, 10, 20, 30)),
  limit: sometimes(steps(6)),
  stop: sometimes(fc.integer({ min: 1, max: 6 })),
});

const otherActions = fc.oneof(
  anyReplacement,
  anyReplacement,
  fc.record({ do: fc.constant('cancel' as const), which: fc.nat({ max: 20 }) }),
  fc.record({
    do: fc.constant('kill switch' as const),
    on: fc.constantFrom(true, false, false),
    cancelOrders: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('gates' as const),
    gates: fc.constantFrom<Partial<Gates>>(
      {},
      { allowShort: false },
      { volumeShare: 0.05, takerFeeBasisPoints: 30 },
      { maintenanceMargin: 1 },
      { sameBarExit: 'target', slippageBasisPoints: 10 },
      { orderNotional: 300, symbols: ['XYZ'] },
      { dailyLoss: 1, grossExposure: 0.5 },
    ),
  }),
);

/** What happens, with prices as steps away from the market of then. */
const anyRaw = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: anyBar },
    { weight: 8, arbitrary: anyOrder },
    { weight: 2, arbitrary: otherActions },
  ),
  { minLength: 4, maxLength: 24, size: 'max' },
);
type Raw = typeof anyRaw extends fc.Arbitrary<(infer One)[]> ? One : never;

type RawOrder = Extract<Raw, { do: 'order' }>;

export type Scenario = { settings: ModelSettings; actions: Action[] };

/** Random scenarios: the first bar of each symbol, and then what users and the market do. */
export const anyScenario: fc.Arbitrary<Scenario> = fc
  .record({ settings: anySettings, raw: anyRaw })
  .map(({ settings, raw }) => ({ settings, actions: actionsOf(raw) }));

/** How far the order trails; a trailing stop has to, and any other order does so now and then. */
function trailOf({ type, trail }: RawOrder, step: number) {
  const given = trail ?? (type === 'trailing_stop' ? { amount: 2 } : undefined);
  if (!given) return {};
  return 'amount' in given
    ? { trailAmount: Number((given.amount * step).toFixed(2)) }
    : { trailPercent: given.percent };
}

function actionsOf(raw: Raw[]): Action[] {
  const newest = new Map<string, ModelBar>();
  const orders: Ordered[] = [];
  let opposite: Pick<RawOrder, 'symbol' | 'side' | 'quantity'> | undefined;
  const rounded = (price: number) => Number(price.toFixed(2));
  const first = symbols.map((symbol): Action => {
    const { price } = listed[symbol];
    const time = new Date(Date.UTC(2020, 0, 6)).toISOString();
    const bar = { time, open: price, high: price, low: price, close: price, volume: 1_000 };
    newest.set(symbol, bar);
    return { do: 'bar', symbol, bar };
  });
  const rest = raw.map((one): Action => {
    switch (one.do) {
      case 'bar': {
        const last = newest.get(one.symbol)!;
        const { step } = listed[one.symbol];
        const at = (from: number, by: number) => Math.max(rounded(from + by * step), step);
        const open = at(last.close, one.gap);
        const close = at(open, one.move);
        const bar = {
          time: new Date(Date.parse(endOf(last)) + one.hours * 3_600_000).toISOString(),
          open,
          high: at(Math.max(open, close), one.up),
          low: at(Math.min(open, close), -one.down),
          close,
          volume: one.volume,
        };
        newest.set(one.symbol, bar);
        return { do: 'bar', symbol: one.symbol, bar };
      }
      case 'order': {
        const { symbol, side, quantity } = (one.closes && opposite) || one;
        opposite = { symbol, quantity, side: side === 'buy' ? 'sell' : 'buy' };
        const { step } = listed[symbol];
        const market = newest.get(symbol)!.close;
        const sign = side === 'buy' ? 1 : -1;
        const at = (by: number) => Math.max(rounded(market + by * step), step);
        const hasLimit = one.type === 'limit' || one.type === 'stop_limit';
        const hasStop = one.type === 'stop' || one.type === 'stop_limit';
        const own = (hasLimit ? one.limit : 0) || (hasStop ? one.stop * sign : 0);
        const order: Ordered = {
          name: `o${orders.length}`,
          symbol,
          side,
          type: one.type,
          quantity,
          referencePrice: at(one.reference),
          limitPrice: hasLimit ? at(one.limit) : undefined,
          stopPrice: hasStop ? at(one.stop * sign) : undefined,
          stopLoss: one.stopLoss === undefined ? undefined : at(own - one.stopLoss * sign),
          takeProfit: one.takeProfit === undefined ? undefined : at(own + one.takeProfit * sign),
          ...trailOf(one, step),
          timeInForce: one.timeInForce,
        };
        orders.push(order);
        return { do: 'order', order };
      }
      case 'replace': {
        const order = orders.at(-1 - one.which);
        if (!order) return { do: 'cancel', name: 'none' };
        const { step } = listed[order.symbol as Listed];
        const market = newest.get(order.symbol)!.close;
        const sign = order.side === 'buy' ? 1 : -1;
        const at = (by: number) => Math.max(rounded(market + by * step), step);
        const limit = order.limitPrice === undefined ? undefined : one.limit;
        const stop = order.stopPrice === undefined ? undefined : one.stop;
        return {
          do: 'replace',
          replacement: {
            name: order.name,
            referencePrice: market,
            quantity: one.quantity,
            limitPrice: limit === undefined ? undefined : at(limit),
            stopPrice: stop === undefined ? undefined : at(stop * sign),
          },
        };
      }
      case 'cancel':
        return { do: 'cancel', name: orders[one.which % (orders.length || 1)]?.name ?? 'none' };
      default:
        return one;
    }
  });
  return [...first, ...rest];
}
