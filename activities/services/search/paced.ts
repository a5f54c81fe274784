import { refill, untilFilled } from '../../models/limits/bucket.ts';
import { ToolRefused } from '../../tool-kit/executor.ts';

/** Ten at once, and then one a second. */
const size = { capacity: 10, perMs: 1 / 1_000, enough: 1 };

/**
 * Paces what all users together ask one place for.
 * @returns what is called before each request.
 * @throws {ToolRefused} `RATE_LIMIT`, with the time until the next request may be made.
 */
export function paced(name: string, now: () => number = Date.now): () => void {
  const bucket = { level: size.capacity, at: now() };
  return () => {
    refill(bucket, size, now());
    const retryAfterMs = untilFilled(bucket, size, { amount: 1, before: 0 });
    if (retryAfterMs > 0) {
      throw new ToolRefused(
        'RATE_LIMIT',
        `${name} allows ${size.capacity} calls at once, then one per second; retry in ${Math.ceil(retryAfterMs / 1_000)} s.`,
        { retryable: true, retryAfterMs },
      );
    }
    bucket.level -= 1;
  };
}
