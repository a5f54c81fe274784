import type { Budget } from '../../../contracts/models/budget.ts';
import type { ModelAttempt } from '../../../db/schema/index.ts';
import { outputLimit } from '../known/output-limit.ts';
import type { UnitPrices } from './prices/unit-prices.ts';
import { canBeQuoted, quoteCall } from './quote.ts';
import type { CallSize, Quote } from './quote.ts';
import { priceUnknown } from './refusals.ts';

/** The most that a model is taken to write where that is not known. */
const assumedMost = 64_000;

/** The models of a chain that can be paid from a budget, and what a call to them may cost. */
export type Offer = {
  chain: readonly string[];
  quote: Quote;
  /** Models that are not asked since their price is not known. */
  skipped: ModelAttempt[];
};

/**
 * @returns undefined where no model of the chain is configured, so that nothing can be spent.
 * @throws {BudgetExceeded} where the price of none is known.
 */
export function offerFor({
  chain,
  size,
  budget,
  priceAt,
  isServed,
}: {
  chain: readonly string[];
  size: CallSize;
  budget: Budget;
  priceAt: (model: string) => UnitPrices | undefined;
  isServed: (model: string) => boolean;
}): Offer | undefined {
  const served = chain.filter(isServed);
  if (served.length === 0) return undefined;
  const prices = served.flatMap((model) => {
    const unit = priceAt(model);
    return unit && canBeQuoted(unit, size)
      ? [{ unit, model, mostOutput: outputLimit(model) ?? assumedMost }]
      : [];
  });
  const unknown = served.filter((name) => prices.every(({ model }) => model !== name));
  if (prices.length === 0) throw priceUnknown(unknown, budget);
  return {
    chain: chain.filter((model) => !unknown.includes(model)),
    quote: quoteCall(prices, size),
    skipped: unknown.map((model) => {
      const { message } = priceUnknown([model], budget);
      return { model, status: 'skipped', error: { code: 'PRICE_UNKNOWN', message }, durationMs: 0 };
    }),
  };
}
