import type { AdaptiveRate } from './adaptive-rate.ts';
import type { BucketSize } from './bucket.ts';
import type { ModelLimits } from './model-limits.ts';

/** Parts of a minute's amount that may go out at once after a quiet time, and that let a call of many tokens go. */
export const bursts = {
  usual: { requests: 1 / 30, tokens: 1 / 6, enough: 1 / 20 },
  /** At its limit a provider has nothing in store. */
  reduced: { requests: 1 / 60, tokens: 1 / 60, enough: 1 / 60 },
};

/**
 * How fast the buckets of a model fill, and how much they hold.
 * @param factor part of the limits that is used, from 0 to 1.
 */
export function bucketSizes(
  limits: ModelLimits,
  rate: AdaptiveRate,
  factor: number,
): { requests: BucketSize; tokens: BucketSize } {
  const requests = limits.requestsPerMinute * factor;
  const tokens = limits.tokensPerMinute * factor;
  const burst = rate.reduced ? bursts.reduced : bursts.usual;
  return {
    requests: {
      perMs: requests / 60_000,
      capacity: Math.max(1, requests * burst.requests),
      enough: 1,
    },
    tokens: {
      perMs: tokens / 60_000,
      capacity: tokens * burst.tokens,
      enough: tokens * burst.enough,
    },
  };
}
