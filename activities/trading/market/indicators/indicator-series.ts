import type { Bar } from '../market.ts';
import { definitions } from './definitions.ts';
import type { Definition } from './definitions.ts';
import type { IndicatorSeries } from './series.ts';
import { indicatorSchema } from './spec.ts';
import type { Indicator, IndicatorInput, IndicatorKind } from './spec.ts';

/** The definition of an indicator, for use with that indicator. */
export function definitionOf<Kind extends IndicatorKind>(spec: { kind: Kind }): Definition<Kind> {
  return definitions[spec.kind];
}

/**
 * An indicator over bars, oldest first: for each of its outputs (`value` where there is one alone) a value for each bar,
 * null while it warms up and where it is not defined. The value of a bar depends on that bar and those before it alone.
 * @example computeSeries(bars, { kind: 'sma', period: 20 }).value
 * @example computeSeries(bars, { kind: 'macd' }).histogram
 * @throws {z.ZodError} for parameters that it does not have, or that are out of bounds.
 */
export function computeSeries(bars: readonly Bar[], input: IndicatorInput): IndicatorSeries {
  const spec = indicatorSchema.parse(input);
  return definitionOf<Indicator['kind']>(spec).compute(bars, spec as never);
}

/** Bars before the first that has all values of an indicator. */
export function warmUpOf(input: IndicatorInput): number {
  const spec = indicatorSchema.parse(input);
  return definitionOf<Indicator['kind']>(spec).warmUp(spec as never);
}
