import { findColumn } from '../backtest/columns/find-column.ts';
import type { Bar } from '../market/market.ts';

/** A feature of a bar for a model: known at its close, and independent of the price level. */
type Feature = {
  name: string;
  /** Description in plain words. */
  about: string;
  /** Columns that it needs. */
  of: readonly string[];
  /** @param values of the columns at the bar, in order. */
  value(values: readonly number[], bars: readonly Bar[], index: number): number;
};

/** Window of the mean volume, in bars. */
const volumeBars = 20;

/** The features of the model, in the order of its weights. */
export const features: readonly Feature[] = [
  {
    name: 'return1',
    about: 'return of the last bar',
    of: ['close'],
    value: ([close = 0], bars, index) => close / (bars[index - 1]?.close ?? Number.NaN) - 1,
  },
  { name: 'return5', about: 'return of 5 bars', of: ['roc5'], value: ([roc = 0]) => roc },
  { name: 'return20', about: 'return of 20 bars', of: ['roc20'], value: ([roc = 0]) => roc },
  {
    name: 'rsi14',
    about: 'relative strength of 14 bars, from −1 (all falls) to 1 (all rises)',
    of: ['rsi14'],
    value: ([rsi = 0]) => (rsi - 50) / 50,
  },
  {
    name: 'macdHistogram',
    about: 'MACD minus its signal, as a share of the price',
    of: ['macd_histogram', 'close'],
    value: ([histogram = 0, close = 0]) => histogram / close,
  },
  {
    name: 'volatility20',
    about: 'standard deviation of 20 returns',
    of: ['volatility20'],
    value: ([volatility = 0]) => volatility,
  },
  {
    name: 'range14',
    about: 'average true range of 14 bars, as a share of the price',
    of: ['atr14', 'close'],
    value: ([atr = 0, close = 0]) => atr / close,
  },
  {
    name: 'trend50',
    about: 'distance of the price from its average of 50 bars, as a share',
    of: ['close', 'sma50'],
    value: ([close = 0, average = 0]) => close / average - 1,
  },
  {
    name: 'band20',
    about: 'place between the Bollinger bands, from −1 (lower) to 1 (upper)',
    of: ['close', 'bollinger20_lower', 'bollinger20_upper'],
    value: ([close = 0, lower = 0, upper = 0]) =>
      upper === lower ? 0 : (2 * (close - lower)) / (upper - lower) - 1,
  },
  {
    name: 'volume20',
    about: 'logarithm of the ratio of the volume to its 20-bar mean',
    of: ['volume'],
    value([volume = 0], bars, index) {
      if (index + 1 < volumeBars) return Number.NaN;
      let total = 0;
      for (let at = index - volumeBars + 1; at <= index; at += 1) total += bars[at]!.volume;
      // Without volume there is no ratio; 0 is neutral.
      return volume > 0 ? Math.log(volume / (total / volumeBars)) : 0;
    },
  },
];

/** After this number of bars, no feature depends on where the series starts. */
export const featureBars = 300;

/**
 * The features of each bar, from this bar and earlier ones only; null if one is undefined.
 * @returns rows in the order of the bars, values in the order of {@link features}.
 */
export function featureRows(bars: readonly Bar[]): (number[] | null)[] {
  const names = new Set(features.flatMap(({ of }) => of));
  const columns = new Map([...names].map((name) => [name, findColumn(name).compute(bars)]));
  return bars.map((_bar, index) => {
    const row = features.map(({ of, value }) =>
      value(
        of.map((name) => columns.get(name)![index]!),
        bars,
        index,
      ),
    );
    return row.every(Number.isFinite) ? row : null;
  });
}
