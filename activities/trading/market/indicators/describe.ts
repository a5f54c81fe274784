import type { Bar } from '../market.ts';
import { computeSeries, definitionOf, warmUpOf } from './indicator-series.ts';
import { nameOf } from './names.ts';
import { readingOf } from './readings.ts';
import type { IndicatorSeries } from './series.ts';
import { indicatorSchema } from './spec.ts';
import type { Indicator, IndicatorInput } from './spec.ts';
import { anchorDate } from './volume-price.ts';

/** Bars before the shown one from which on smoothed values of usual lengths say nothing of where the bars begin. */
export const settlingBars = 250;

/** Ten significant digits: more is noise, and fewer would hurt small prices. */
const shown = (value: number | null) => (value === null ? null : Number(value.toPrecision(10)));

/** Bars before the shown one that an indicator needs to be settled. */
export function settlingBarsOf(input: IndicatorInput): number {
  const spec = indicatorSchema.parse(input);
  const definition = definitionOf<Indicator['kind']>(spec);
  const [warmUp, memory] = [definition.warmUp(spec as never), definition.memory(spec as never)];
  return memory === warmUp ? memory : Math.max(settlingBars, memory ?? 0);
}

/** Whether the value at the last of the bars would be the same with more bars before. */
function isSettled(bars: readonly Bar[], spec: Indicator): boolean {
  if (spec.kind !== 'vwap') return bars.length > settlingBarsOf(spec);
  const [first, newest] = [bars[0]?.time ?? '', bars.at(-1)?.time ?? ''];
  const start = anchorDate(newest, spec.anchor);
  return first.slice(0, 10) < start || first === `${start}T00:00:00.000Z`;
}

function whyNot(bars: readonly Bar[], spec: Indicator): string {
  const needed = warmUpOf(spec) + 1;
  if (bars.length < needed)
    return `not enough bars yet: it needs ${needed}, and has ${bars.length}`;
  return spec.kind === 'vwap'
    ? 'not defined: nothing was traded since it began'
    : 'not defined: the price has not moved';
}

/** An indicator at the last of the bars: each of its values, or null; what they say in plain words; whether they are settled. */
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

/** Indicators at the last of the bars, by name: `{ rsi14: { value: 71.2, reading: 'RSI 71.20, overbought, …', settled: true } }`. */
export function describeIndicators(
  bars: readonly Bar[],
  indicators: readonly IndicatorInput[],
): Record<string, DescribedIndicator> {
  const specs = indicators.map((input) => indicatorSchema.parse(input));
  return Object.fromEntries(specs.map((spec) => [nameOf(spec), describe(bars, spec)]));
}
