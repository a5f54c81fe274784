import { createHash } from 'node:crypto';
import { Decimal } from '../../../base/decimal.ts';
import type { MatchingTerms } from './matching.ts';

/**
 * A uniform pseudo-random number from 0 (inclusive) to 1 (exclusive), derived from texts: the first 48 bits of their
 * SHA-256.
 */
function draw(...texts: readonly string[]): Decimal {
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest();
  return new Decimal(hash.readUIntBE(0, 6)).div(2 ** 48);
}

/**
 * Slippage of an order on a bar, in basis points: `slippageBasisPoints × (1 + slippageVariation × (2u − 1))`, with u
 * uniform in 0 to 1, derived from seed, order id and bar time.
 */
export function slippageOf(terms: MatchingTerms, orderId: string, barTime: string): Decimal {
  const { slippageBasisPoints: mean, slippageVariation: variation, slippageSeed } = terms;
  if (variation === 0) return new Decimal(mean);
  const deviation = draw(slippageSeed, orderId, barTime).times(2).minus(1);
  return deviation.times(variation).plus(1).times(mean);
}

/** The largest possible slippage, in basis points. Reserves are computed with it. */
export function largestSlippage({ slippageBasisPoints, slippageVariation }: MatchingTerms) {
  return new Decimal(slippageBasisPoints).times(new Decimal(slippageVariation).plus(1));
}
