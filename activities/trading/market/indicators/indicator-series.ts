import type { Bar } from '../market.ts';
import { definitions } from './definitions.ts';
import type { Definition } from './definitions.ts';
import type { IndicatorSeries } from './series.ts';
import { indicatorSchema } from './spec.ts';
import type { Indicator, IndicatorInput, IndicatorKind } from './spec.ts';

/** The definition of an indicator, typed by its kind. */
export function definitionOf<Kind extends IndicatorKind>(spec: { kind: Kind }): Definition<Kind> {
  return definitions[spec.kind];
}

/**
 * Computes an indicator over bars, oldest first: for each output (`value` if there is only one) one value per bar, null
 * during the warm-up and where undefined. A value depends only on its bar and earlier ones.
 * @example computeSeries(bars, { kind: 'sma', period: 20 }).value
 * @example computeSeries(bars, { kind: 'macd' }).histogram
 * @throws {z.ZodError} for unknown or invalid parameters.
 */
export function computeSeries(bars: readonly Bar[], input: IndicatorInput): IndicatorSeries {
  const spec = indicatorSchema.parse(input);
  return definitionOf<Indicator['kind']>(spec).compute(bars, spec as never);
}

/** Number of bars before the first with all values of an indicator. */
export function warmUpOf(input: IndicatorInput): number {
  const spec = indicatorSchema.parse(input);
  return definitionOf<Indicator['kind']>(spec).warmUp(spec as never);
}
