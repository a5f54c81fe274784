import type { Facts } from './facts.ts';
import { rounded } from './figures.ts';

export type Levels = { entryPrice: number; stopPrice: number; targetPrice: number };

/** The stop is 2 × ATR14 from the price, or 5 % of it without a usable ATR; the target is twice as far. */
export function levelsOf({ price, atr }: Facts, direction: 'long' | 'short'): Levels | undefined {
  if (price === undefined || price <= 0) return undefined;
  const distance = atr && 2 * atr < price ? 2 * atr : price * 0.05;
  const sign = direction === 'long' ? 1 : -1;
  const targetPrice = price + sign * 2 * distance;
  return {
    entryPrice: price,
    stopPrice: rounded(price - sign * distance),
    // The target of a short stays above zero.
    targetPrice: rounded(targetPrice > 0 ? targetPrice : price / 2),
  };
}
