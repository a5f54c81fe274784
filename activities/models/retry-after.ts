/**
 * Milliseconds that an answer's headers ask to wait: `retry-after-ms`, else `retry-after` in seconds or
 * as an HTTP date (RFC 9110, 10.2.3). Undefined where neither is there or readable.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const milliseconds = headers.get('retry-after-ms')?.trim();
  if (milliseconds && Number(milliseconds) >= 0) return Math.ceil(Number(milliseconds));
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  if (Number(text) >= 0) return Math.ceil(Number(text) * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
