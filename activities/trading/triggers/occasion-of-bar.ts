import type { JsonObject } from '../../../contracts/base/json.ts';
import { periodOf } from '../../../contracts/trading/market-trigger.ts';
import type { MarketTrigger } from '../../../contracts/trading/market-trigger.ts';
import { computeSeries, definitionOf } from '../market/indicators/indicator-series.ts';
import { indicatorSchema } from '../market/indicators/spec.ts';
import type { Bar } from '../market/market.ts';

/** Number of earlier bars that a trigger needs besides the one that closed. */
export function barsBefore(trigger: MarketTrigger): number {
  if (trigger.on === 'price-crosses') return 1;
  if (trigger.on !== 'indicator-crosses') return 0;
  const spec = specOf(trigger);
  const { memory, warmUp } = definitionOf(spec);
  return (memory(spec as never) ?? warmUp(spec as never)) + 1;
}

/**
 * The input for a run if a closed bar fires a trigger; undefined if it does not.
 * @param bars the closed bar last, after the earlier ones.
 */
export function occasionOfBar(
  trigger: MarketTrigger,
  bars: readonly Bar[],
): JsonObject | undefined {
  const [before, bar] = [bars.at(-2), bars.at(-1)];
  if (!bar) return undefined;
  const facts = { price: bar.close, bar: { ...bar } };
  if (trigger.on === 'bar-closed') return facts;
  if (!before) return undefined;
  if (trigger.on === 'price-crosses') {
    const level = trigger.price ?? Number.NaN;
    const way = crossing({ value: before.close, level }, { value: bar.close, level });
    return isWanted(trigger, way) ? { ...facts, crossed: level, direction: way } : undefined;
  }
  const series = computeSeries(bars, specOf(trigger))['value'] ?? [];
  const [earlier, now] = [series.at(-2) ?? null, series.at(-1) ?? null];
  if (earlier === null || now === null) return undefined;
  const { level } = trigger;
  const way =
    level === undefined
      ? crossing({ value: before.close, level: earlier }, { value: bar.close, level: now })
      : crossing({ value: earlier, level }, { value: now, level });
  if (!isWanted(trigger, way)) return undefined;
  return { ...facts, indicator: now, crossed: level ?? now, direction: way };
}

function specOf(trigger: MarketTrigger) {
  return indicatorSchema.parse({ kind: trigger.indicator, period: periodOf(trigger) });
}

/**
 * The direction in which a value crossed a level: before it was on one side or at the level, now it is on the other
 * side. Undefined if it did not cross.
 */
function crossing(
  before: { value: number; level: number },
  now: { value: number; level: number },
): 'up' | 'down' | undefined {
  if (before.value <= before.level && now.value > now.level) return 'up';
  if (before.value >= before.level && now.value < now.level) return 'down';
  return undefined;
}

/** Whether a trigger fires on a crossing in this direction. */
function isWanted(
  { direction }: Pick<MarketTrigger, 'direction'>,
  way: 'up' | 'down' | undefined,
): way is 'up' | 'down' {
  return way !== undefined && (direction === 'either' || direction === way);
}
