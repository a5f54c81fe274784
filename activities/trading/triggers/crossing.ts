import type { MarketTrigger } from '../../../contracts/trading/triggers/market.ts';

/** Which way a value went through another: it was on one side, or at it, and is on the other. */
export function crossing(
  before: { value: number; level: number },
  now: { value: number; level: number },
): 'up' | 'down' | undefined {
  if (before.value <= before.level && now.value > now.level) return 'up';
  if (before.value >= before.level && now.value < now.level) return 'down';
  return undefined;
}

/** Whether a trigger waits for a crossing of that way. */
export function isWanted(
  { direction }: Pick<MarketTrigger, 'direction'>,
  way: 'up' | 'down' | undefined,
): way is 'up' | 'down' {
  return way !== undefined && (direction === 'either' || direction === way);
}
