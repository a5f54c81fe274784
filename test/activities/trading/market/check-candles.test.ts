import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCandles } from '../../../../activities/trading/market/candles/check-candles.ts';
import { findGaps } from '../../../../activities/trading/market/candles/find-gaps.ts';
import type { Candle } from '../../../../activities/trading/market/feed.ts';
import { loadSp500 } from '../../../../activities/trading/market/sp500.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 2, 2);
const about = { source: 'kraken', timeframe: '1h', kind: 'crypto' } as const;

const price = fc.integer({ min: 1, max: 1_000_000 }).map((cents) => cents / 100);
const candles: fc.Arbitrary<Candle[]> = fc
  .array(fc.tuple(price, price, price, price, fc.nat()), { minLength: 2, maxLength: 30 })
  .map((rows) =>
    rows.map(([a, b, c, d, volume], index) => {
      const [low, open, close, high] = [a, b, c, d].toSorted((x, y) => x - y) as [
        number,
        number,
        number,
        number,
      ];
      return { time: start + index * hour, open, high, low, close, volume };
    }),
  );

/** Ways to break the candle at an index, and the field that the error is to name. */
const faults = {
  open: (candle: Candle) => ({ ...candle, open: 0 }),
  close: (candle: Candle) => ({ ...candle, close: -candle.close }),
  low: (candle: Candle) => ({ ...candle, low: Math.min(candle.open, candle.close) + 0.01 }),
  high: (candle: Candle) => ({ ...candle, high: Math.max(candle.open, candle.close) - 0.005 }),
  volume: (candle: Candle) => ({ ...candle, volume: -1 }),
  'time is not the start': (candle: Candle) => ({ ...candle, time: candle.time + 1 }),
  'time is duplicated': (candle: Candle) => ({ ...candle, time: candle.time - hour }),
  'time is before': (candle: Candle) => ({ ...candle, time: candle.time - 2 * hour }),
} as const;

describe('candles of a source', () => {
  test('that can be true are taken', () => {
    fc.assert(fc.property(candles, (series) => checkCandles(series, about)));
  });

  test('are refused with the source, the time and the field, whichever one is broken', () => {
    fc.assert(
      fc.property(
        candles,
        fc.nat(),
        fc.constantFrom(...(Object.keys(faults) as (keyof typeof faults)[])),
        (series, place, fault) => {
          // The first has none before it.
          const index = 1 + (place % (series.length - 1));
          const broken = series.with(index, faults[fault](series[index]!));
          const time = new Date(broken[index]!.time).toISOString();
          expect(() => checkCandles(broken, about)).toThrow(
            expect.objectContaining({
              kind: 'faulty',
              message: expect.stringMatching(new RegExp(`kraken.*${time}.*${fault}`)),
            }),
          );
        },
      ),
    );
  });

  test.each([NaN, Infinity])('are refused with the price %s', (open) => {
    const candle = { time: start, open, high: 2, low: 1, close: 1, volume: 0 };
    expect(() => checkCandles([candle], about)).toThrow('open');
  });

  test('of stocks may begin at half past, and weeks on any day, but always the same', () => {
    const flat = { open: 1, high: 1, low: 1, close: 1, volume: 0 };
    const half = [{ time: start + hour / 2, ...flat }];
    checkCandles(half, { ...about, kind: 'equity' });
    expect(() => checkCandles(half, about)).toThrow('time');
    const thursday = Date.UTC(2026, 2, 5);
    const weeks = [0, 7, 14].map((days) => ({ time: thursday + days * 24 * hour, ...flat }));
    checkCandles(weeks, { ...about, timeframe: '1w' });
    const shifted = weeks.with(2, { ...weeks[2]!, time: weeks[2]!.time + 24 * hour });
    expect(() => checkCandles(shifted, { ...about, timeframe: '1w' })).toThrow('time');
  });

  test('the bundled days are sound', async () => {
    const days = (await loadSp500()).map((bar) => ({ ...bar, time: Date.parse(bar.time) }));
    checkCandles(days, { source: 'sample', timeframe: '1d', kind: 'index' });
  });
});

describe('gaps', () => {
  const barsAt = (times: number[]) => times.map((time) => ({ time: new Date(time).toISOString() }));

  test('of crypto are all intervals without a bar', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(60), { minLength: 2 }), (places) => {
        const sorted = places.toSorted((a, b) => a - b);
        const bars = barsAt(sorted.map((place) => start + place * hour));
        const missing = findGaps(bars, about).reduce((sum, gap) => sum + gap.bars, 0);
        expect(missing).toBe(sorted.at(-1)! - sorted[0]! + 1 - sorted.length);
      }),
    );
  });

  test('of stocks are neither weekends nor a holiday', async () => {
    const bars = await loadSp500();
    const gaps = findGaps(bars, { timeframe: '1d', kind: 'index' });
    // 11 September 2001, the mourning for a president after New Year, and a storm.
    expect(gaps.map(({ after, bars: count }) => [after.slice(0, 10), count])).toEqual([
      ['2001-09-10', 4],
      ['2006-12-29', 2],
      ['2012-10-26', 2],
    ]);
  });
});
