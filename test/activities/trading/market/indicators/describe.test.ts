import { describe, expect, test } from 'vitest';
import {
  describeIndicators,
  settlingBars,
  settlingBarsOf,
} from '../../../../../activities/trading/market/indicators/describe.ts';
import type { IndicatorInput } from '../../../../../activities/trading/market/indicators/spec.ts';
import type { Bar } from '../../../../../activities/trading/market/market.ts';
import { loadSp500 } from '../../../../../activities/trading/market/sp500.ts';

const sample = await loadSp500();

/** The 500 bars up to a day. */
function window(date: string) {
  const end = sample.findIndex((bar) => bar.time.startsWith(date)) + 1;
  return sample.slice(end - 500, end);
}

const readingOf = (bars: readonly Bar[], input: IndicatorInput) =>
  Object.values(describeIndicators(bars, [input]))[0]!.reading;

/** Hourly bars that close at these prices. */
const closing = (closes: readonly number[]): Bar[] =>
  closes.map((close, index) => ({
    time: new Date(Date.UTC(2024, 0, 1, index)).toISOString(),
    open: close,
    high: close + 1,
    low: close - 1,
    close,
    volume: 10,
  }));

describe('a reading', () => {
  test('tells level and course of an RSI', () => {
    const rises = Array.from({ length: 40 }, (_, index) => 100 + 2 * index);
    const turned = [...rises, 177.5, 177, 176.8];
    expect(readingOf(closing(turned), { kind: 'rsi' })).toMatch(
      /^RSI 9\d\.\d\d, overbought, falling for 3 bars$/,
    );
    const falls = turned.map((close) => 300 - close);
    expect(readingOf(closing(falls), { kind: 'rsi' })).toMatch(
      /^RSI \d\.\d\d, oversold, rising for 3 bars$/,
    );
  });

  test('tells since when the price is on its side of an average', () => {
    const closes = [10, 10, 10, 10, 10, 12, 14, 16];
    expect(readingOf(closing(closes), { kind: 'sma', period: 4 })).toBe(
      'SMA 13.00, the price is 23.08 % above it for 3 bars, rising for 3 bars',
    );
  });

  test('knows the crash of 2020', () => {
    const crash = window('2020-03-16');
    const read = (input: IndicatorInput) => readingOf(crash, input);
    expect(read({ kind: 'adx' })).toMatch(/^ADX 41\.91, a strong trend down, rising for \d+ bars$/);
    expect(read({ kind: 'bollinger' })).toMatch(/^the price is below the lower band, /);
    expect(read({ kind: 'stochastic' })).toMatch(/^%K 10\.37, oversold, /);
    expect(read({ kind: 'macd' })).toMatch(/^MACD -181\.62, below zero, below its signal for \d+/);
    expect(read({ kind: 'sma', period: 50 })).toMatch(/2\d\.\d\d % below it for \d+ bars, falling/);
    expect(read({ kind: 'obv' })).toMatch(/over the last 20 bars it fell as the price did/);
    expect(read({ kind: 'atr' })).toMatch(/a bar moves by 5\.7\d % of the price on average/);
    expect(read({ kind: 'vwap', anchor: 'month' })).toMatch(
      /^VWAP [\d.]+ over the 11 bars since 2020-03-01 \(a month in UTC\), the price is .* below it/,
    );
  });

  test('says when volume does not go with the price', () => {
    const closes = Array.from({ length: 30 }, (_, index) => 100 + (index % 2 === 0 ? index : 0));
    const bars = closing(closes).map((bar, index) => ({
      ...bar,
      volume: index % 2 === 0 ? 1 : 50,
    }));
    expect(readingOf(bars.slice(0, 29), { kind: 'obv' })).toMatch(/it fell while the price rose/);
  });

  test('of a price that has not moved says that', () => {
    const bars = closing(Array.from({ length: 60 }, () => 10)).map((bar) => ({
      ...bar,
      high: 10,
      low: 10,
      volume: 0,
    }));
    expect(readingOf(bars, { kind: 'rsi' })).toBe('undefined: the price has not moved');
    expect(readingOf(bars, { kind: 'vwap' })).toBe(
      'undefined: nothing was traded since the VWAP restarted',
    );
    expect(readingOf(bars, { kind: 'bollinger' })).toMatch(/^the price has not moved/);
    expect(readingOf(bars, { kind: 'sma' })).toBe(
      'SMA 10.00, the price is at it, unchanged for 40 bars',
    );
  });

  test('says how many bars are missing', () => {
    expect(describeIndicators(sample.slice(0, 10), [{ kind: 'macd' }])).toEqual({
      macd: {
        macd: null,
        signal: null,
        histogram: null,
        reading: 'not enough bars: 34 are needed, 10 are available',
        settled: false,
      },
    });
  });
});

describe('a value is settled', () => {
  const settled = (count: number, input: IndicatorInput) =>
    Object.values(describeIndicators(sample.slice(0, count), [input]))[0]!.settled;

  test('with 250 bars before it, where it is smoothed', () => {
    for (const kind of ['rsi', 'macd', 'ema', 'atr', 'adx'] as const) {
      expect([settled(settlingBars, { kind }), settled(settlingBars + 1, { kind })], kind).toEqual([
        false,
        true,
      ]);
    }
  });

  test('later, where it is smoothed over a longer period', () => {
    expect(settlingBarsOf({ kind: 'ema', period: 200 })).toBe(1811);
    expect(settled(1811, { kind: 'ema', period: 200 })).toBe(false);
    expect(settled(1812, { kind: 'ema', period: 200 })).toBe(true);
  });

  test('at once, where it is over the last bars alone', () => {
    expect([settled(19, { kind: 'sma' }), settled(20, { kind: 'sma' })]).toEqual([false, true]);
  });

  test('with the beginning of its day among the bars, where it is a VWAP', () => {
    const hours = closing(Array.from({ length: 30 }, (_, index) => 100 + index));
    const of = (bars: readonly Bar[]) =>
      describeIndicators(bars, [{ kind: 'vwap' }])['vwap']!.settled;
    expect([of(hours.slice(0, 5)), of(hours.slice(1, 5)), of(hours.slice(1))]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
