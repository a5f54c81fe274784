import type { Usage } from '../../../../contracts/models/messages.ts';
import { Decimal } from '../../../base/decimal.ts';
import { ratesFor } from './unit-prices.ts';
import type { UnitPrices } from './unit-prices.ts';

const million = 1_000_000;

/** What is written to a cache for an hour costs so much more than other input (Anthropic, who alone tells of it). */
const hourWrite = 2;

/**
 * What a call cost, in US dollars, to the last digit. Cached tokens and cache writes are parts of the input and
 * reasoning is a part of the output, so that nothing is counted twice.
 * @returns undefined where tokens were used that have no price.
 */
export function costOfUsage(prices: UnitPrices, usage: Usage): Decimal | undefined {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens } = usage;
  const { imageTokens = 0, cacheWriteHourTokens: hourTokens = 0 } = usage;
  const rates = ratesFor(prices, inputTokens);
  const { input, cachedInput, cacheWrite, output, thinkingOutput, imageOutput } = rates;
  const parts = [
    [Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens), input],
    [cachedInputTokens, cachedInput ?? input],
    [Math.max(0, cacheWriteTokens - hourTokens), cacheWrite ?? input],
    [hourTokens, input?.times(hourWrite)],
    [
      Math.max(0, outputTokens - imageTokens),
      reasoningTokens > 0 ? (thinkingOutput ?? output) : output,
    ],
    [imageTokens, imageOutput ?? output],
  ] as const;
  let cost = new Decimal(0);
  for (const [tokens, rate] of parts) {
    if (tokens === 0) continue;
    if (rate === undefined) return undefined;
    cost = cost.plus(rate.times(tokens));
  }
  return cost.div(million);
}

/**
 * What the provider's cache saved of it, in US dollars: less than nothing where more was written than read. Undefined where
 * the cost is not known.
 */
export function savedByCache(prices: UnitPrices, usage: Usage): Decimal | undefined {
  const { cacheWriteHourTokens: _hour, ...rest } = usage;
  const without = costOfUsage(prices, { ...rest, cachedInputTokens: 0, cacheWriteTokens: 0 });
  const cost = costOfUsage(prices, usage);
  return without && cost && without.minus(cost);
}

/** The most that a token can cost in a call with so much input, in US dollars; undefined where it has no price. */
export function dearestTokens(
  prices: UnitPrices,
  inputTokens: number,
): { input: Decimal | undefined; output: Decimal | undefined } {
  const rates = ratesFor(prices, inputTokens);
  const { input, cacheWrite, output, thinkingOutput, imageOutput } = rates;
  return {
    input: dearest(input, cacheWrite),
    output: dearest(output, thinkingOutput, imageOutput),
  };
}

function dearest(rate: Decimal | undefined, ...others: (Decimal | undefined)[]) {
  return rate && Decimal.max(rate, ...others.map((other) => other ?? rate)).div(million);
}
