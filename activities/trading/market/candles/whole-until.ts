import type { Candle } from '../feed.ts';

/**
 * The time up to which a fetched range is known to be complete. Even after its end a candle can arrive late, so this is
 * certain only once a later candle exists or some time has passed. All times are in milliseconds since 1970.
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
