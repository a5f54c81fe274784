/** A token bucket: it fills by itself, and a large call may leave it in debt. Times are in milliseconds. */
export type Bucket = { level: number; at: number };

export type BucketSize = {
  /** How fast it fills. */
  perMs: number;
  /** The most that it holds, and so the most that goes out at once. */
  capacity: number;
  /** The level at which a call goes that needs more: it leaves a debt, so that it need not wait for a full bucket. */
  enough: number;
};

/** Fills the bucket up to now. */
export function refill(bucket: Bucket, { perMs, capacity }: BucketSize, now: number): void {
  bucket.level = Math.min(capacity, bucket.level + Math.max(0, now - bucket.at) * perMs);
  bucket.at = now;
}

/**
 * Milliseconds until the bucket, as it was refilled, allows `amount` after `before` was taken out of it.
 */
export function untilFilled(
  { level }: Bucket,
  { perMs, enough }: BucketSize,
  { amount, before }: { amount: number; before: number },
): number {
  const missing = Math.min(amount, enough) + before - level;
  // A bucket that fills by fractions never misses less than a part of a millionth.
  return missing <= 1e-6 ? 0 : Math.ceil(missing / perMs);
}
