import { describe, expect, test } from 'vitest';
import type {
  MatchedType,
  WorkingOrder,
} from '../../../../../activities/trading/exchange/matching/matching.ts';
import { reach } from '../../../../../activities/trading/exchange/matching/offers.ts';
import { Decimal } from '../../../../../activities/base/decimal.ts';
import type { OrderSide } from '../../../../../contracts/trading/orders.ts';

type Told = { limit?: number; stop?: number; resting?: boolean; triggered?: boolean };

/** What a bar, as open, high, low and close, does to an order, with 100 basis points of slippage. */
function on(
  [open, high, low, close]: [number, number, number, number],
  side: OrderSide,
  type: MatchedType,
  { limit, stop, resting = false, triggered = false }: Told = {},
) {
  const price = (value: number | undefined) =>
    value === undefined ? undefined : new Decimal(value);
  const order: Parameters<typeof reach>[0] = {
    side,
    type,
    limitPrice: price(limit),
    stopPrice: price(stop),
    resting,
    triggered,
  } satisfies Partial<WorkingOrder>;
  const bar = {
    open: new Decimal(open),
    high: new Decimal(high),
    low: new Decimal(low),
    close: new Decimal(close),
  };
  const reached = reach(order, bar, new Decimal(100));
  const { offer } = reached;
  return `${reached.triggered ? 'triggered ' : ''}${offer ? `${offer.price} ${offer.liquidity}` : 'nothing'}`;
}

/** Each case again for who sells, on the bar upside down around 100. */
function bothWays(
  [open, high, low, close]: [number, number, number, number],
  type: MatchedType,
  told: Told,
  expected: string,
) {
  const flip = (price: number) => 200 - price;
  expect(on([open, high, low, close], 'buy', type, told)).toBe(expected);
  const flipped = {
    ...told,
    ...(told.limit !== undefined && { limit: flip(told.limit) }),
    ...(told.stop !== undefined && { stop: flip(told.stop) }),
  };
  const sold = on([flip(open), flip(low), flip(high), flip(close)], 'sell', type, flipped);
  expect(sold).toBe(expected.replace(/[\d.]+/, (price) => String(flip(Number(price)))));
}

describe('a market order', () => {
  test('trades at the open with slippage against it', () => {
    expect(on([100, 110, 90, 105], 'buy', 'market')).toBe('101 taker');
    expect(on([100, 110, 90, 105], 'sell', 'market')).toBe('99 taker');
  });

  test('never trades on a bar without volume', () => {
    expect(on([100, 100.4, 99.7, 100], 'buy', 'market')).toBe('100.4 taker');
    expect(on([100, 100.4, 99.7, 100], 'sell', 'market')).toBe('99.7 taker');
  });
});

describe('a limit order', () => {
  test('takes the open where that is better, and makes the market once it has waited', () => {
    bothWays([98, 103, 97, 101], 'limit', { limit: 99 }, '98 taker');
    bothWays([98, 103, 97, 101], 'limit', { limit: 99, resting: true }, '98 maker');
  });

  test('trades at its limit where the bar goes beyond it', () => {
    bothWays([101, 103, 98, 102], 'limit', { limit: 99 }, '99 maker');
  });

  test('does not trade where the bar only touches its limit', () => {
    bothWays([101, 103, 99, 102], 'limit', { limit: 99 }, 'nothing');
  });
});

describe('a stop order', () => {
  test('trades at its stop price with slippage once the bar reaches it', () => {
    expect(on([99, 105, 98, 103], 'buy', 'stop', { stop: 102 })).toBe('triggered 103.02 taker');
    expect(on([101, 102, 95, 97], 'sell', 'stop', { stop: 98 })).toBe('triggered 97.02 taker');
  });

  test('trades at the open where that is beyond its stop price', () => {
    expect(on([104, 108, 103, 105], 'buy', 'stop', { stop: 102 })).toBe('triggered 105.04 taker');
  });

  test('waits until its stop price is reached, and is then a market order', () => {
    bothWays([99, 101.9, 98, 101], 'stop', { stop: 102 }, 'nothing');
    expect(on([99, 101, 98, 100], 'buy', 'stop', { stop: 102, triggered: true })).toBe(
      'triggered 99.99 taker',
    );
  });
});

describe('a stop-limit order', () => {
  test('is a limit order on the bars after its stop price was reached', () => {
    bothWays([101, 103, 98, 99], 'stop_limit', { stop: 105, limit: 99 }, 'nothing');
    const triggered = { stop: 105, limit: 99, triggered: true };
    bothWays([101, 103, 98, 102], 'stop_limit', triggered, 'triggered 99 maker');
  });

  test('is one from the open on where that is beyond its stop price', () => {
    bothWays([106, 108, 98, 107], 'stop_limit', { stop: 105, limit: 99 }, 'triggered 99 maker');
    bothWays([106, 108, 104, 107], 'stop_limit', { stop: 105, limit: 107 }, 'triggered 106 taker');
  });

  test('fills at its stop price where its limit is worse than that', () => {
    bothWays([101, 106, 100, 104], 'stop_limit', { stop: 105, limit: 106 }, 'triggered 105 taker');
  });

  test('fills at a better limit within the bar only where the close proves that it came after', () => {
    const order = { stop: 105, limit: 102 };
    bothWays([101, 106, 100, 101.5], 'stop_limit', order, 'triggered 102 maker');
    // The low may have been before the stop price was reached.
    bothWays([101, 106, 100, 103], 'stop_limit', order, 'triggered nothing');
    bothWays([101, 106, 100, 102], 'stop_limit', order, 'triggered nothing');
  });
});
