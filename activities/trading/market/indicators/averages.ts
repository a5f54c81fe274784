import type { Bar } from '../market.ts';
import { resultsOf, withoutRounding } from './series.ts';
import type { Series } from './series.ts';
import { tradingSignals } from './trading-signals.ts';

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const nulls = (count: number): null[] => Array.from({ length: count }, () => null);

/**
 * Exponential moving average of the values from index `from` on: weight 2 / (period + 1) for the newest value, seeded
 * with the mean of the first `period` values, as in TA-Lib.
 */
export function exponentialAverage(values: readonly number[], period: number, from = 0): Series {
  const first = from + period - 1;
  if (values.length <= first) return nulls(values.length);
  const seed = mean(values.slice(from, first + 1));
  const average = [
    ...nulls(first),
    ...resultsOf(new (tradingSignals().EMA)(period), [seed, ...values.slice(first + 1)]),
  ];
  return withoutRounding(average, values, period);
}

/**
 * Average true range with Wilder's smoothing (Wilder, 1978). The first bar has none, since the true range needs the
 * previous close.
 */
export function averageTrueRange(bars: readonly Bar[], period: number): Series {
  const ranges = resultsOf(new (tradingSignals().TR)(), bars) as number[];
  return [null, ...resultsOf(new (tradingSignals().WSMA)(period), ranges.slice(1))].slice(
    0,
    bars.length,
  );
}
