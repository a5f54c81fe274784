/** Longer waits than this are not believed: a model is asked again after ten minutes, and says then how it stands. */
export const longestRetryAfterMs = 10 * 60_000;

/**
 * Milliseconds that an answer's headers ask to wait: `retry-after-ms`, else `retry-after` in seconds or
 * as an HTTP date (RFC 9110, 10.2.3). Ten minutes at most; undefined where neither is there or readable.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const wait =
    readNumber(headers.get('retry-after-ms'), 1) ?? readNumber(headers.get('retry-after'), 1_000);
  if (wait !== undefined) return Math.min(longestRetryAfterMs, wait);
  const date = Date.parse(headers.get('retry-after')?.trim() ?? '');
  return Number.isNaN(date) ? undefined : Math.min(longestRetryAfterMs, Math.max(0, date - now));
}

function readNumber(text: string | null, unitMs: number): number | undefined {
  if (!text?.trim()) return undefined;
  const wait = Math.ceil(Number(text) * unitMs);
  return Number.isFinite(wait) && wait >= 0 ? wait : undefined;
}
