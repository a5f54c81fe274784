import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchBar } from '../../../../../activities/trading/exchange/matching/match-bar.ts';
import type { BarMatch } from '../../../../../activities/trading/exchange/matching/match-bar.ts';
import { defaultMatchingTerms } from '../../../../../activities/trading/exchange/matching/matching.ts';
import type { WorkingOrder } from '../../../../../activities/trading/exchange/matching/matching.ts';
import {
  largestSlippage,
  slippageOf,
} from '../../../../../activities/trading/exchange/matching/slippage.ts';
import { Decimal } from '../../../../../activities/base/decimal.ts';

const hourMs = 3_600_000;
const exact = { ...defaultMatchingTerms, slippageBasisPoints: 0 };
const bar = {
  time: '2020-01-06T10:00:00.000Z',
  open: 100,
  high: 110,
  low: 90,
  close: 105,
  volume: 1_000,
};

const order = (id: string, change: Partial<WorkingOrder> = {}): WorkingOrder => ({
  id,
  side: 'buy',
  type: 'market',
  remaining: new Decimal(10),
  reduces: false,
  timeInForce: 'gtc',
  triggered: false,
  resting: false,
  ...change,
});

/** What happens, as short texts. */
function told(orders: WorkingOrder[], change: Partial<BarMatch> = {}): string[] {
  const events = matchBar({ orders, bar, lengthMs: hourMs, terms: exact, ...change });
  return [...events].map((event) => {
    if (event.kind === 'filled') {
      return `${event.orderId} ${event.fill.quantity}@${event.fill.price}`;
    }
    return `${event.orderId} ${event.kind}`;
  });
}

describe('the volume of a bar', () => {
  test('is shared: orders get a tenth of it together, the first the most', () => {
    const orders = [
      order('a', { remaining: new Decimal(70) }),
      order('b', { remaining: new Decimal(70) }),
      order('c'),
    ];
    expect(told(orders)).toEqual(['a 70@100', 'b 30@100']);
  });

  test('is what others have left, in whole lots', () => {
    const orders = [order('a', { remaining: new Decimal(70) })];
    expect(told(orders, { used: new Decimal('95.5') })).toEqual(['a 4.5@100']);
    expect(told(orders, { used: new Decimal('95.5'), lot: new Decimal(1) })).toEqual(['a 4@100']);
    expect(told(orders, { used: new Decimal(101) })).toEqual([]);
    expect(told(orders, { bar: { ...bar, volume: 0 } })).toEqual([]);
  });

  test('goes to orders as they were submitted, and first to those that reduce a position', () => {
    const waits = order('waits', {
      type: 'limit',
      limitPrice: new Decimal(95),
      remaining: new Decimal(80),
    });
    const takes = order('takes', { remaining: new Decimal(50) });
    expect(told([waits, takes])).toEqual(['waits 80@95', 'takes 20@100']);
    expect(told([waits, { ...takes, reduces: true }])).toEqual(['takes 50@100', 'waits 50@95']);
  });
});

describe('time in force', () => {
  const far = { type: 'limit', limitPrice: new Decimal(50) } as const;

  test('ioc: what the bar does not fill expires', () => {
    expect(told([order('a', { timeInForce: 'ioc', ...far })])).toEqual(['a expired']);
    const large = order('a', { timeInForce: 'ioc', remaining: new Decimal(150) });
    expect(told([large])).toEqual(['a 100@100', 'a expired']);
    expect(told([order('a', { timeInForce: 'ioc' })])).toEqual(['a 10@100']);
  });

  test('day: works until the last bar of its first day, whichever that is', () => {
    const day = order('a', { timeInForce: 'day', ...far });
    expect(told([day])).toEqual([]);
    const lastHour = { ...bar, time: '2020-01-06T23:00:00.000Z' };
    expect(told([day], { bar: lastHour })).toEqual(['a expired']);
    const daily = { ...bar, time: '2020-01-06T00:00:00.000Z' };
    expect(told([day], { bar: daily, lengthMs: 24 * hourMs })).toEqual(['a expired']);
  });

  test('day: is not filled by a bar of the next day, where its last one never came', () => {
    const next = { ...bar, time: '2020-01-07T08:00:00.000Z' };
    const late = order('a', { timeInForce: 'day', day: '2020-01-06', resting: true });
    expect(told([late], { bar: next })).toEqual(['a expired']);
  });

  test('gtc: works on', () => {
    expect(told([order('a', far)])).toEqual([]);
  });
});

describe('a stop and a target of one position', () => {
  const leg = { side: 'sell', group: 'g', reduces: true } as const;
  const target = order('target', { ...leg, type: 'limit', limitPrice: new Decimal(108) });
  const stop = order('stop', { ...leg, type: 'stop', stopPrice: new Decimal(92) });

  test('both within one bar: the stop counts, and the target is replaced', () => {
    expect(told([target, stop])).toEqual(['stop triggered', 'stop 10@92', 'target replaced']);
  });

  test('the target counts where that is wanted, unless the bar opens beyond the stop', () => {
    const wanted = { targetFirst: true };
    expect(told([stop, target], wanted)).toEqual(['target 10@108', 'stop replaced']);
    const gap = { ...bar, open: 91 };
    expect(told([stop, target], { ...wanted, bar: gap })).toEqual([
      'stop triggered',
      'stop 10@91',
      'target replaced',
    ]);
  });

  test('the target alone replaces the stop', () => {
    expect(told([target, stop], { bar: { ...bar, low: 93 } })).toEqual([
      'target 10@108',
      'stop replaced',
    ]);
  });

  test('a stop that the volume fills in part leaves the rest to both', () => {
    expect(told([target, stop], { bar: { ...bar, volume: 40 } })).toEqual([
      'stop triggered',
      'stop 4@92',
    ]);
  });
});

describe('fees and slippage', () => {
  test('an order that waits pays the maker fee, one that takes pays the taker fee', () => {
    const fees = [
      ...matchBar({
        orders: [order('a'), order('b', { type: 'limit', limitPrice: new Decimal(95) })],
        bar,
        lengthMs: hourMs,
        terms: exact,
      }),
    ].map((event) => event.kind === 'filled' && event.fill.fee.toNumber());
    // 10 × 100 at 10 basis points, and 10 × 95 at 5.
    expect(fees).toEqual([1, 0.475]);
  });

  test('what a fill is not granted is not made, and leaves its volume to others', () => {
    const orders = [order('a', { remaining: new Decimal(90) }), order('b')];
    const none = new Decimal(0);
    const grant: BarMatch['grant'] = ({ id }, { quantity }) => (id === 'b' ? quantity : none);
    expect(told(orders, { grant })).toEqual(['b 10@100']);
    expect(told(orders, { grant: () => new Decimal(4) })).toEqual(['a 4@100', 'b 4@100']);
  });

  test('the same seed draws the same slippage, within its bounds, and another seed another', () => {
    const terms = { ...defaultMatchingTerms, slippageBasisPoints: 10, slippageVariation: 0.5 };
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (slippageSeed, id, time) => {
        const seeded = { ...terms, slippageSeed };
        const slippage = slippageOf(seeded, id, time);
        expect(slippageOf(seeded, id, time).eq(slippage)).toBe(true);
        expect(slippage.gte(5) && slippage.lt(15)).toBe(true);
        expect(largestSlippage(seeded).toNumber()).toBe(15);
      }),
    );
    const drawn = (slippageSeed: string) =>
      slippageOf({ ...terms, slippageSeed }, 'order', bar.time).toFixed();
    expect(drawn('one')).not.toBe(drawn('other'));
  });

  test('slippages are even: their mean is what was set', () => {
    const terms = { ...defaultMatchingTerms, slippageBasisPoints: 10, slippageVariation: 1 };
    const drawn = Array.from({ length: 4_000 }, (_, n) =>
      slippageOf(terms, String(n), bar.time).toNumber(),
    );
    const mean = drawn.reduce((sum, one) => sum + one, 0) / drawn.length;
    // Four standard errors of an even spread from 0 to 20.
    expect(Math.abs(mean - 10)).toBeLessThan((4 * 20) / Math.sqrt(12 * drawn.length));
    expect(Math.min(...drawn)).toBeLessThan(0.1);
    expect(Math.max(...drawn)).toBeGreaterThan(19.9);
  });
});
