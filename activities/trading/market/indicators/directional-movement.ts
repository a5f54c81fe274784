import type { Bar } from '../market.ts';
import type { IndicatorSeries } from './series.ts';
import { tradingSignals } from './trading-signals.ts';

/**
 * Wilder's average directional index with its two lines (New Concepts in Technical Trading Systems, 1978), from 0 to
 * 100, begun as TA-Lib does. Of two equal moves neither counts. A bar whose index is 0 / 0, since nothing has moved,
 * counts as 0 in the mean that the average begins with, and leaves it as it is later. trading-signals gives the smoothing alone: its own index counts both of two equal moves,
 * and is NaN for ever after a beginning without any.
 */
export function directionalMovement(
  bars: readonly Bar[],
  period: number,
): IndicatorSeries<'value' | 'plus' | 'minus'> {
  const smoothed = {
    range: new (tradingSignals().WSMA)(period),
    plus: new (tradingSignals().WSMA)(period),
    minus: new (tradingSignals().WSMA)(period),
  };
  const average = new (tradingSignals().WSMA)(period);
  const points = bars.map((bar, index) => {
    const { up, down, trueRange } = moves(bar, bars[index - 1]);
    const range = smoothed.range.add(trueRange);
    const plus = smoothed.plus.add(up);
    const minus = smoothed.minus.add(down);
    if (index < period || range === null || plus === null || minus === null) return none;
    const both = plus + minus;
    const isBeginning = index < 2 * period;
    if (both > 0) average.add((100 * Math.abs(plus - minus)) / both);
    else if (isBeginning) average.add(0);
    const value = average.getResult();
    if (range === 0) return { ...none, value };
    return { value, plus: (100 * plus) / range, minus: (100 * minus) / range };
  });
  return {
    value: points.map(({ value }) => value),
    plus: points.map(({ plus }) => plus),
    minus: points.map(({ minus }) => minus),
  };
}

type Point = { value: number | null; plus: number | null; minus: number | null };

const none: Point = { value: null, plus: null, minus: null };

/** How far a bar goes above and below the one before; the first bar, which has none before, counts as still. */
function moves(bar: Bar, before: Bar | undefined) {
  if (!before) return { up: 0, down: 0, trueRange: 0 };
  const rise = bar.high - before.high;
  const fall = before.low - bar.low;
  return {
    up: rise > fall && rise > 0 ? rise : 0,
    down: fall > rise && fall > 0 ? fall : 0,
    trueRange: Math.max(bar.high, before.close) - Math.min(bar.low, before.close),
  };
}
