import type { Candle } from '../feed.ts';

/**
 * Up to when all candles of a stretch are there after it was fetched. A candle that is complete by the clock may still
 * come late: that none is missing is certain only with a later one, or after a while.
 */
export function wholeUntil(fetched: {
  to: number;
  asked: number;
  length: number;
  newest: Candle | undefined;
  settledMs: number;
  hasLater: boolean;
}): number {
  const { to, asked, length, newest, hasLater } = fetched;
  const afterNewest = newest ? newest.time + length : -Infinity;
  if (to + length + fetched.settledMs <= asked) return Math.max(to, afterNewest);
  return hasLater ? Math.max(afterNewest, Math.min(to, asked - length)) : afterNewest;
}
