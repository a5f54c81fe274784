import type { MarketTrigger } from '../../../contracts/trading/triggers/market.ts';

/**
 * The direction in which a value crossed a level: before it was on one side or at the level, now it is on the other
 * side. Undefined if it did not cross.
 */
export function crossing(
  before: { value: number; level: number },
  now: { value: number; level: number },
): 'up' | 'down' | undefined {
  if (before.value <= before.level && now.value > now.level) return 'up';
  if (before.value >= before.level && now.value < now.level) return 'down';
  return undefined;
}

/** Whether a trigger fires on a crossing in this direction. */
export function isWanted(
  { direction }: Pick<MarketTrigger, 'direction'>,
  way: 'up' | 'down' | undefined,
): way is 'up' | 'down' {
  return way !== undefined && (direction === 'either' || direction === way);
}
