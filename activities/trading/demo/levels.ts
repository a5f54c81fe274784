import type { Facts } from './facts.ts';
import { rounded } from './figures.ts';

/** Entry, stop and target of a trade. */
export type Levels = { entryPrice: number; stopPrice: number; targetPrice: number };

/** The stop is 2 × ATR14 away from the price, or 5 % where there is no ATR; the target twice as far. */
export function levelsOf({ price, atr }: Facts, direction: 'long' | 'short'): Levels | undefined {
  if (price === undefined || price <= 0) return undefined;
  const distance = atr && 2 * atr < price ? 2 * atr : price * 0.05;
  const sign = direction === 'long' ? 1 : -1;
  const targetPrice = price + sign * 2 * distance;
  return {
    entryPrice: price,
    stopPrice: rounded(price - sign * distance),
    // A short's target stays above zero.
    targetPrice: rounded(targetPrice > 0 ? targetPrice : price / 2),
  };
}
