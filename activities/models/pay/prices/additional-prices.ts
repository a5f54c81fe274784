import { priceEntry, unitPricesOf } from './price-entry.ts';
import type { PriceEntry } from './price-entry.ts';
import type { UnitPrices } from './unit-prices.ts';

const source = 'Alibaba Model Studio, 2026-07-02';

/**
 * List prices that `@pydantic/genai-prices` lacks, in US dollars for a million tokens: Alibaba Cloud Model Studio,
 * Singapore, as of 2026-07-02 (https://www.alibabacloud.com/help/en/model-studio/model-pricing); a cache hit costs a
 * fifth of the input (its page on the context cache, 2026-10-11). Mainland China and promotions have other prices:
 * those belong into the file of `BATON_PRICES`.
 */
const entries: Record<string, PriceEntry> = {
  'qwen:qwen-plus': {
    input: 0.4,
    cachedInput: 0.08,
    output: 1.2,
    thinkingOutput: 4,
    tiers: [{ above: 256_000, input: 1.2, cachedInput: 0.24, output: 3.6, thinkingOutput: 12 }],
  },
  'qwen:qwen-flash': {
    input: 0.05,
    cachedInput: 0.01,
    output: 0.4,
    tiers: [{ above: 256_000, input: 0.25, cachedInput: 0.05, output: 2 }],
  },
  'qwen:qwen-max': { input: 1.6, cachedInput: 0.32, output: 6.4 },
  'qwen:qwen3-max': {
    input: 1.2,
    cachedInput: 0.24,
    output: 6,
    tiers: [
      { above: 32_000, input: 2.4, cachedInput: 0.48, output: 12 },
      { above: 128_000, input: 3, cachedInput: 0.6, output: 15 },
    ],
  },
  'qwen:qwen3.5-plus': { input: 0.4, cachedInput: 0.08, output: 2.4 },
  'qwen:qwen3.6-plus': {
    input: 0.5,
    cachedInput: 0.1,
    cacheWrite: 0.625,
    output: 3,
    tiers: [{ above: 256_000, input: 2, cachedInput: 0.4, cacheWrite: 2.5, output: 6 }],
  },
  'qwen:qwen3.7-plus': { input: 0.4, cachedInput: 0.08, cacheWrite: 0.5, output: 1.6 },
  'qwen:qwen3.7-max': { input: 2.5, cachedInput: 0.5, cacheWrite: 3.125, output: 7.5 },
  'qwen:text-embedding-v4': { input: 0.07 },
};

const prices = new Map(
  Object.entries(entries).map(([model, entry]) => [
    model,
    unitPricesOf(priceEntry.parse(entry), source),
  ]),
);

/** The price of a model, as `provider:model`, that is in our own table. */
export function additionalPrices(model: string): UnitPrices | undefined {
  return prices.get(model);
}
