import type { Bar } from '../market.ts';
import { exponentialAverage } from './averages.ts';
import { nullBefore, resultsOf, withoutRounding } from './series.ts';
import type { IndicatorSeries, Series } from './series.ts';
import type { Of } from './spec.ts';
import { tradingSignals } from './trading-signals.ts';

/**
 * Relative strength index (Wilder, 1978), 0 to 100; null until the close has changed once, since it is 0 / 0 before.
 */
export function relativeStrength(closes: readonly number[], period: number): Series {
  const firstChange = closes.findIndex((close) => close !== closes[0]);
  const values = resultsOf(new (tradingSignals().RSI)(period), closes);
  return nullBefore(firstChange === -1 ? closes.length : firstChange, values);
}

/**
 * MACD (Appel) with its signal line and histogram, from the first bar that has a signal. Both averages start at the
 * same bar, as in TA-Lib.
 */
export function convergence(
  closes: readonly number[],
  { fast, slow, signal }: Of<'macd'>,
): IndicatorSeries<'macd' | 'signal' | 'histogram'> {
  const fastAverage = exponentialAverage(closes, fast, slow - fast);
  const slowAverage = exponentialAverage(closes, slow);
  const lines = closes.map((_, index) => difference(fastAverage[index], slowAverage[index]));
  const known = lines.filter((line) => line !== null);
  const before = closes.length - known.length;
  const average = exponentialAverage(known, signal);
  const signals = closes.map((_, index) => average[index - before] ?? null);
  return {
    macd: lines.map((line, index) => (signals[index] === null ? null : line)),
    signal: signals,
    histogram: lines.map((line, index) => difference(line, signals[index])),
  };
}

function difference(a: number | null | undefined, b: number | null | undefined): number | null {
  return typeof a === 'number' && typeof b === 'number' ? a - b : null;
}

/**
 * Slow stochastic (Lane), 0 to 100: the position of the close in the range of the last `period` bars, averaged over
 * `slowing` bars (%K), and that averaged over `signal` bars (%D). Null if the price has not moved within the period (0
 * / 0), also for the averages that include it.
 */
export function stochastic(
  bars: readonly Bar[],
  { period, slowing, signal }: Of<'stochastic'>,
): IndicatorSeries<'k' | 'd'> {
  const raw = bars.map((bar, index) => {
    if (index < period - 1) return null;
    const range = bars.slice(index - period + 1, index + 1);
    const highest = Math.max(...range.map(({ high }) => high));
    const lowest = Math.min(...range.map(({ low }) => low));
    return highest === lowest ? null : (100 * (bar.close - lowest)) / (highest - lowest);
  });
  const k = averageOf(raw, slowing);
  const d = averageOf(k, signal);
  return { k: k.map((value, index) => (d[index] === null ? null : value)), d };
}

/** Moving average; null if one of its values is. */
function averageOf(values: Series, length: number): Series {
  let average = new (tradingSignals().SMA)(length);
  const averages = values.map((value) => {
    if (value !== null) return average.add(value);
    average = new (tradingSignals().SMA)(length);
    return null;
  });
  return withoutRounding(averages, values, length);
}
