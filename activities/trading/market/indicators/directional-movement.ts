import type { Bar } from '../market.ts';
import type { IndicatorSeries } from './series.ts';
import { tradingSignals } from './trading-signals.ts';

/**
 * Average directional index (0 to 100) with its lines +DI and −DI. Source: Wilder, New Concepts in Technical Trading
 * Systems (1978); started as in TA-Lib.
 * Two equal moves up and down count as none. If nothing has moved, DX is 0 / 0: it counts as 0 in the initial mean of
 * the ADX, and later leaves the ADX unchanged. Of trading-signals only the smoothing is used: its ADX counts both of
 * two equal moves, and stays NaN after a start without moves.
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

/** Directional movement and true range of a bar. The first bar has no previous one and counts as no move. */
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
