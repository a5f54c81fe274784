import type { Bar } from '../market.ts';
import { computeSeries, definitionOf, warmUpOf } from './indicator-series.ts';
import { nameOf } from './names.ts';
import { readingOf } from './readings.ts';
import type { IndicatorSeries } from './series.ts';
import { indicatorSchema } from './spec.ts';
import type { Indicator, IndicatorInput } from './spec.ts';
import { anchorDate } from './volume-price.ts';

/** Number of earlier bars after which smoothed values of common lengths no longer depend on where the series starts. */
export const settlingBars = 250;

/** Rounds to ten significant digits: more is noise, and fewer would distort small prices. */
const shown = (value: number | null) => (value === null ? null : Number(value.toPrecision(10)));

/** Number of earlier bars that an indicator needs to settle. */
export function settlingBarsOf(input: IndicatorInput): number {
  const spec = indicatorSchema.parse(input);
  const definition = definitionOf<Indicator['kind']>(spec);
  const [warmUp, memory] = [definition.warmUp(spec as never), definition.memory(spec as never)];
  return memory === warmUp ? memory : Math.max(settlingBars, memory ?? 0);
}

/** Whether more earlier bars would not change the value at the last bar. */
function isSettled(bars: readonly Bar[], spec: Indicator): boolean {
  if (spec.kind !== 'vwap') return bars.length > settlingBarsOf(spec);
  const [first, newest] = [bars[0]?.time ?? '', bars.at(-1)?.time ?? ''];
  const start = anchorDate(newest, spec.anchor);
  return first.slice(0, 10) < start || first === `${start}T00:00:00.000Z`;
}

function whyNot(bars: readonly Bar[], spec: Indicator): string {
  const needed = warmUpOf(spec) + 1;
  if (bars.length < needed)
    return `not enough bars: ${needed} are needed, ${bars.length} are available`;
  return spec.kind === 'vwap'
    ? 'undefined: nothing was traded since the VWAP restarted'
    : 'undefined: the price has not moved';
}

/**
 * An indicator at the last bar: each output (null if undefined), a description in plain words, and whether it is
 * settled.
 */
export type DescribedIndicator = {
  [output: string]: number | null | string | boolean;
  reading: string;
  settled: boolean;
};

function describe(bars: readonly Bar[], spec: Indicator): DescribedIndicator {
  const series: IndicatorSeries = computeSeries(bars, spec);
  const values = Object.entries(series).map(
    ([output, each]) => [output, shown(each.at(-1) ?? null)] as const,
  );
  const isKnown = values.every(([, value]) => value !== null);
  return {
    ...Object.fromEntries(values),
    reading: isKnown ? readingOf(bars, spec, series) : whyNot(bars, spec),
    settled: isKnown && isSettled(bars, spec),
  };
}

/**
 * Indicators at the last bar, by name: `{ rsi14: { value: 71.2, reading: 'RSI 71.20, overbought, …', settled: true }
 * }`.
 */
export function describeIndicators(
  bars: readonly Bar[],
  indicators: readonly IndicatorInput[],
): Record<string, DescribedIndicator> {
  const specs = indicators.map((input) => indicatorSchema.parse(input));
  return Object.fromEntries(specs.map((spec) => [nameOf(spec), describe(bars, spec)]));
}
