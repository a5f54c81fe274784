import { createHash } from 'node:crypto';
import { Decimal } from '../../../base/decimal.ts';
import type { MatchingTerms } from './matching.ts';

/** A number from 0 up to 1 that depends on the texts alone: the first 48 bits of their SHA-256. */
function draw(...texts: readonly string[]): Decimal {
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest();
  return new Decimal(hash.readUIntBE(0, 6)).div(2 ** 48);
}

/**
 * The slippage of an order on a bar in basis points: `slippageBasisPoints × (1 + slippageVariation × (2u − 1))`, with u
 * drawn from seed, order and bar, evenly from 0 to 1.
 */
export function slippageOf(terms: MatchingTerms, orderId: string, barTime: string): Decimal {
  const { slippageBasisPoints: mean, slippageVariation: variation, slippageSeed } = terms;
  if (variation === 0) return new Decimal(mean);
  const deviation = draw(slippageSeed, orderId, barTime).times(2).minus(1);
  return deviation.times(variation).plus(1).times(mean);
}

/** The largest slippage that an order can meet, in basis points: what is reserved for. */
export function largestSlippage({ slippageBasisPoints, slippageVariation }: MatchingTerms) {
  return new Decimal(slippageBasisPoints).times(new Decimal(slippageVariation).plus(1));
}
