import type { Bar } from '../../market/market.ts';
import type { Column } from './column.ts';

/** Values that each depend on a number of bars alone; NaN before that many. */
function windowed(
  bars: readonly Bar[],
  length: number,
  valueOf: (last: number, first: number) => number,
): Column {
  return Float64Array.from(bars, (_bar, last) =>
    last + 1 < length ? Number.NaN : valueOf(last, last - length + 1),
  );
}

function extreme(bars: readonly Bar[], period: number, part: 'high' | 'low'): Column {
  const better = part === 'high' ? Math.max : Math.min;
  return windowed(bars, period, (last, first) => {
    let best = bars[first]![part];
    for (let index = first + 1; index <= last; index += 1) best = better(best, bars[index]![part]);
    return best;
  });
}

/** Standard deviation (ddof 1) of the last `period` returns from close to close; not annualized. */
function volatility(bars: readonly Bar[], period: number): Column {
  return windowed(bars, period + 1, (last, first) => {
    const returns: number[] = [];
    for (let index = first + 1; index <= last; index += 1) {
      returns.push(bars[index]!.close / bars[index - 1]!.close - 1);
    }
    const mean = returns.reduce((sum, one) => sum + one, 0) / period;
    const squares = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0);
    return Math.sqrt(squares / (period - 1));
  });
}

type Window = {
  /** Bars that a value depends on. */
  bars(period: number): number;
  compute(bars: readonly Bar[], period: number): Column;
};

/** Columns over a number of bars that are no indicators: `highest20` is the highest high of the last 20 bars. */
export const windows: Readonly<Record<string, Window>> = {
  highest: { bars: (period) => period, compute: (bars, period) => extreme(bars, period, 'high') },
  lowest: { bars: (period) => period, compute: (bars, period) => extreme(bars, period, 'low') },
  /** The close against the close `period` bars before, as a share. */
  roc: {
    bars: (period) => period + 1,
    compute: (bars, period) =>
      windowed(bars, period + 1, (last, first) => bars[last]!.close / bars[first]!.close - 1),
  },
  volatility: { bars: (period) => period + 1, compute: volatility },
};
