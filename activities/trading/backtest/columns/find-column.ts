import { computeSeries, definitionOf, warmUpOf } from '../../market/indicators/indicator-series.ts';
import { indicatorOf } from '../../market/indicators/names.ts';
import type { Indicator } from '../../market/indicators/spec.ts';
import type { Bar } from '../../market/market.ts';
import type { NamedColumn, Column } from './column.ts';

/** A column whose values depend on the last `length` bars; NaN until there are that many. */
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

/** Standard deviation (n − 1 in the denominator) of the last `period` close-to-close returns, not annualized. */
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
  /** Number of bars that one value depends on. */
  bars(period: number): number;
  compute(bars: readonly Bar[], period: number): Column;
};

/** Columns over a window of bars that are not indicators: `highest20` is the highest high of the last 20 bars. */
const windows: Readonly<Record<string, Window>> = {
  highest: { bars: (period) => period, compute: (bars, period) => extreme(bars, period, 'high') },
  lowest: { bars: (period) => period, compute: (bars, period) => extreme(bars, period, 'low') },
  /** Close divided by the close `period` bars earlier, minus 1. */
  roc: {
    bars: (period) => period + 1,
    compute: (bars, period) =>
      windowed(bars, period + 1, (last, first) => bars[last]!.close / bars[first]!.close - 1),
  },
  volatility: { bars: (period) => period + 1, compute: volatility },
};

const prices = ['open', 'high', 'low', 'close', 'volume'] as const satisfies (keyof Bar)[];

/** Allowed periods, in bars. A standard deviation needs two returns. */
const [shortest, longest] = [2, 1_000];

/** Names that conditions can use, for descriptions and messages. */
export const columnExamples: readonly string[] = [
  ...prices,
  'sma20',
  'ema20',
  'rsi14',
  'macd',
  'macd_signal',
  'macd_histogram',
  'atr14',
  'adx14',
  'adx14_plus',
  'adx14_minus',
  'bollinger20_upper',
  'bollinger20_middle',
  'bollinger20_lower',
  'stochastic14_k',
  'stochastic14_d',
  'vwap',
  'obv',
  ...Object.keys(windows).map((name) => `${name}20`),
];

/**
 * The column with a name: a price (`close`), an indicator (`sma20`, `macd8_17_9`), one output of an indicator
 * (`bollinger20_upper`), or a window (`highest20`).
 * @throws {RangeError} if there is no such column, with what is wrong with the name.
 */
export function findColumn(name: string): NamedColumn {
  return priceColumn(name) ?? windowColumn(name) ?? indicatorColumn(name);
}

function priceColumn(name: string): NamedColumn | undefined {
  const part = prices.find((price) => price === name);
  if (!part) return undefined;
  return {
    name,
    compute: (bars) => Float64Array.from(bars, (bar) => bar[part]),
    settledAfter: 1,
  };
}

function windowColumn(name: string): NamedColumn | undefined {
  const [, family = '', digits = ''] = /^([a-z]+)([1-9]\d*)$/.exec(name) ?? [];
  const period = Number(digits);
  const found = Object.hasOwn(windows, family) ? windows[family] : undefined;
  if (!found) return undefined;
  if (period < shortest || period > longest) {
    throw new RangeError(`"${name}" has a period of ${period} bars; use ${shortest} to ${longest}`);
  }
  return {
    name,
    compute: (bars) => found.compute(bars, period),
    settledAfter: found.bars(period),
  };
}

const outputSuffix = /^(.+)_(macd|signal|histogram|upper|middle|lower|plus|minus|k|d)$/;

function indicatorColumn(name: string): NamedColumn {
  const [, base = name, suffix] = outputSuffix.exec(name) ?? [];
  const indicator = indicatorOf(base);
  const output = outputOf(name, indicator, suffix);
  const memory = definitionOf<Indicator['kind']>(indicator).memory(indicator as never);
  return {
    name,
    compute: (bars) =>
      Float64Array.from(computeSeries(bars, indicator)[output]!, (value) => value ?? Number.NaN),
    settledAfter: memory === null ? null : Math.max(warmUpOf(indicator), memory) + 1,
  };
}

function outputOf(name: string, indicator: Indicator, suffix: string | undefined): string {
  const { outputs } = definitionOf<Indicator['kind']>(indicator);
  const wanted = suffix ?? outputs.find((output) => ['value', indicator.kind].includes(output));
  if (wanted !== undefined && outputs.includes(wanted)) return wanted;
  const named = outputs.filter((output) => output !== 'value');
  const fix = named.map((output) => `${name.replace(outputSuffix, '$1')}_${output}`).join(', ');
  throw new RangeError(`"${name}" does not exist${fix ? `: write ${fix}` : ''}`);
}
