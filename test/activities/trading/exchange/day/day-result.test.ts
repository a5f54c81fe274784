import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayResult } from '../../../../../activities/trading/exchange/day/day-result.ts';
import { Decimal } from '../../../../../activities/base/decimal.ts';
import {
  afterFills,
  emptyStanding,
} from '../../../../../activities/trading/exchange/standing/standing.ts';
import type { BookedFill } from '../../../../../db/trading/ledger.ts';
import { bookedFill as fill } from '../standing/booked-fill.ts';

type Prices = Record<string, number>;

const exact = (prices: Prices) =>
  new Map(Object.entries(prices).map(([symbol, price]) => [symbol, new Decimal(price)]));

/** What a day comes to. @param opening the prices with which it begins. */
function resultOf(
  fills: readonly BookedFill[],
  {
    day,
    opening = {},
    now = {},
  }: { day: string | Record<string, string>; opening?: Prices; now?: Prices },
  timeZone = 'UTC',
): number {
  const standing = afterFills(emptyStanding, fills);
  const symbols = new Map(
    [...standing.symbols.keys()].map((symbol) => [
      symbol,
      {
        day: typeof day === 'string' ? day : day[symbol]!,
        price: new Decimal(opening[symbol] ?? 0),
      },
    ]),
  );
  return dayResult(standing, { timeZone, symbols }, exact(now)).toNumber();
}

const lastWeek = '2019-12-30T20:00:00.000Z';
const today = '2020-01-07T15:00:00.000Z';

describe('the result of a day', () => {
  test.each<[string, BookedFill[], Parameters<typeof resultOf>[1], number]>([
    ['nothing where nothing was traded', [], { day: '2020-01-07' }, 0],
    [
      'what was lost on earlier days is no part of it',
      [fill('buy', 10, 100, lastWeek)],
      { day: '2020-01-07', opening: { ABC: 60 }, now: { ABC: 61 } },
      10,
    ],
    [
      'what was gained on earlier days does not hide its loss',
      [fill('buy', 10, 100, lastWeek)],
      { day: '2020-01-07', opening: { ABC: 150 }, now: { ABC: 120 } },
      -300,
    ],
    [
      'what is sold counts from the opening price on, with its fee',
      [fill('buy', 10, 100, lastWeek), fill('sell', 4, 90, today)],
      { day: '2020-01-07', opening: { ABC: 98 }, now: { ABC: 95 } },
      4 * (90 - 98) - 1 + 6 * (95 - 98),
    ],
    [
      'what was closed altogether needs no price of now',
      [fill('buy', 10, 100, lastWeek), fill('sell', 10, 90, today)],
      { day: '2020-01-07', opening: { ABC: 98 } },
      10 * (90 - 98) - 1,
    ],
    [
      'what was bought and sold within the day counts in money',
      [fill('buy', 10, 100, today), fill('sell', 10, 103, today)],
      { day: '2020-01-07' },
      30 - 2,
    ],
    [
      'a short position gains where the price falls',
      [fill('sell', 10, 100, lastWeek)],
      { day: '2020-01-07', opening: { ABC: 130 }, now: { ABC: 120 } },
      100,
    ],
    [
      'a position that is turned over counts on both sides',
      [fill('buy', 10, 100, lastWeek), fill('sell', 15, 90, today)],
      { day: '2020-01-07', opening: { ABC: 95 }, now: { ABC: 88 } },
      10 * (90 - 95) + 5 * (90 - 88) - 1,
    ],
    [
      'each symbol has the day of its own market',
      [
        fill('buy', 1, 100, '2013-01-02T21:00:00.000Z', 'SPX'),
        fill('sell', 1, 80, '2013-01-03T21:00:00.000Z', 'SPX'),
        fill('buy', 1, 50, '2026-05-01T10:00:00.000Z', 'BTC/USDT'),
      ],
      {
        day: { SPX: '2013-01-03', 'BTC/USDT': '2026-05-01' },
        opening: { SPX: 90 },
        now: { 'BTC/USDT': 60 },
      },
      -10 - 1 + 10 - 1,
    ],
  ])('%s', (_law, fills, day, result) => {
    expect(resultOf(fills, day)).toBe(result);
  });

  test('begins at midnight in its time zone', () => {
    const fills = [fill('buy', 10, 100, lastWeek), fill('sell', 4, 90, '2020-01-07T03:00:00.000Z')];
    const day = { day: '2020-01-07', opening: { ABC: 98 }, now: { ABC: 95 } };
    expect(resultOf(fills, day)).toBe(4 * (90 - 98) - 1 + 6 * (95 - 98));
    // In New York the sale was yesterday, and 6 were left.
    expect(resultOf(fills, day, 'America/New_York')).toBe(6 * (95 - 98));
  });

  test('is not told where something was bought since the day was looked at', () => {
    const standing = afterFills(emptyStanding, [fill('buy', 1, 100, today)]);
    const openings = { timeZone: 'UTC', symbols: new Map() };
    expect(() => dayResult(standing, openings, exact({ ABC: 100 }))).toThrow('Try again');
  });

  test('is the equity of now less that at the start of the day, whatever was traded', () => {
    const symbols = ['ABC', 'XYZ'] as const;
    const cents = fc.integer({ min: 1, max: 50_000 }).map((price) => price / 100);
    const anyStep = fc.record({
      symbol: fc.constantFrom(...symbols),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      quantity: fc.integer({ min: 1, max: 50_000 }).map((lots) => lots / 10_000),
      price: cents,
      // So many days pass after it: mostly none.
      days: fc.constantFrom(0, 0, 0, 1, 3),
    });
    const anyRun = fc.record({
      steps: fc.array(anyStep, { minLength: 1, maxLength: 30 }),
      batches: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 30 }),
    });
    fc.assert(
      fc.property(anyRun, ({ steps, batches }) => {
        const last = new Map<string, number>();
        const held = new Map<string, Decimal>();
        let cash = new Decimal(0);
        const equity = () =>
          [...held].reduce(
            (sum, [symbol, quantity]) => sum.plus(quantity.times(last.get(symbol)!)),
            cash,
          );
        let date = Date.UTC(2026, 0, 5);
        let opening = { equity: equity(), prices: new Map<string, number>() };
        const fills = steps.map(({ symbol, side, quantity, price, days }, index) => {
          const asOf = new Date(date + (index + 1) * 60_000).toISOString();
          const one = fill(side, quantity, price, asOf, symbol);
          const change = new Decimal(side === 'buy' ? quantity : -quantity);
          last.set(symbol, price);
          held.set(symbol, (held.get(symbol) ?? new Decimal(0)).plus(change));
          cash = cash.minus(change.times(price)).minus(one.fee);
          if (days > 0 && index < steps.length - 1) {
            date += days * 86_400_000;
            opening = { equity: equity(), prices: new Map(last) };
          }
          return one;
        });
        // As they are read: a few at a time, as often as somebody looks.
        let standing = emptyStanding;
        for (let [at, n] = [0, 0]; at < fills.length; n += 1) {
          const count = batches[n] ?? fills.length;
          standing = afterFills(standing, fills.slice(at, at + count));
          at += count;
        }
        const day = new Date(date).toISOString().slice(0, 10);
        const openings = {
          timeZone: 'UTC',
          symbols: new Map(
            symbols.map((symbol) => [
              symbol,
              { day, price: new Decimal(opening.prices.get(symbol) ?? 0) },
            ]),
          ),
        };
        const result = dayResult(standing, openings, exact(Object.fromEntries(last)));
        expect(result.toFixed()).toBe(equity().minus(opening.equity).toFixed());
      }),
      { numRuns: 500 },
    );
  });
});
