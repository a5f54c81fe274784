import { priceEntry, unitPricesOf } from './price-entry.ts';
import type { PriceEntry } from './price-entry.ts';
import type { UnitPrices } from './unit-prices.ts';

type Entry = PriceEntry & {
  /** From when on it holds; before, what the package says. */
  from?: string;
  /** The prices in the hours that DeepSeek names as its peak. */
  peak?: PriceEntry;
};

const alibaba = 'Alibaba Model Studio, 2026-07-02';

/** By the first part of the model's name, where a list price was read and when. */
const sources: Record<string, string> = {
  qwen: alibaba,
  deepseek: 'DeepSeek, 2026-11-27',
  grok: 'xAI as listed by LiteLLM, 2026-11-20',
};

const deepseekFlash: Entry = {
  from: '2026-09-10T04:00:00Z',
  input: 0.15,
  cachedInput: 0.003,
  output: 0.6,
  peak: { input: 0.3, cachedInput: 0.006, output: 1.2 },
};

/**
 * List prices that `@pydantic/genai-prices` lacks, or has too late, in US dollars for a million tokens:
 *
 * - Alibaba Cloud Model Studio, Singapore, as of 2026-07-02 (https://www.alibabacloud.com/help/en/model-studio/model-pricing);
 *   a cache hit costs a fifth of the input (its page on the context cache, 2026-10-11). Mainland China and promotions have
 *   other prices: those belong into the file of `BATON_PRICES`.
 *   The tiers of Qwen 3.5 and 3.7 Plus are LiteLLM's, 2026-11-20.
 * - DeepSeek, which charges twice as much at its peak hours (https://api-docs.deepseek.com/quick_start/pricing).
 * - The tier of xAI's Grok 4.6, as LiteLLM's list has it from `https://api.x.ai/v1/language-models`.
 */
const entries: Record<string, Entry> = {
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
  'qwen:qwen3.5-plus': {
    input: 0.4,
    cachedInput: 0.08,
    output: 2.4,
    tiers: [{ above: 256_000, input: 0.5, cachedInput: 0.1, output: 3 }],
  },
  'qwen:qwen3.6-plus': {
    input: 0.5,
    cachedInput: 0.1,
    cacheWrite: 0.625,
    output: 3,
    tiers: [{ above: 256_000, input: 2, cachedInput: 0.4, cacheWrite: 2.5, output: 6 }],
  },
  'qwen:qwen3.7-plus': {
    input: 0.4,
    cachedInput: 0.08,
    cacheWrite: 0.5,
    output: 1.6,
    tiers: [{ above: 256_000, input: 1.2, cachedInput: 0.24, cacheWrite: 1.5, output: 4.8 }],
  },
  'qwen:qwen3.7-max': { input: 2.5, cachedInput: 0.5, cacheWrite: 3.125, output: 7.5 },
  'qwen:text-embedding-v4': { input: 0.07 },
  'deepseek:deepseek-flash': deepseekFlash,
  // Its requests are answered by `deepseek-flash`, at that price.
  'deepseek:deepseek-v4-flash': deepseekFlash,
  'deepseek:deepseek-v4-pro': {
    from: '2026-08-23T16:00:00Z',
    input: 0.66,
    cachedInput: 0.022,
    output: 1.98,
    peak: { input: 1.32, cachedInput: 0.044, output: 3.96 },
  },
  'grok:grok-4.6': {
    input: 2,
    cachedInput: 0.5,
    output: 6,
    tiers: [{ above: 200_000, input: 4, cachedInput: 1, output: 12 }],
  },
};

const prices = new Map(
  Object.entries(entries).map(([model, { from, peak, ...usual }]) => {
    const source = sources[model.split(':')[0] ?? ''] ?? '';
    const read = (entry: PriceEntry) => unitPricesOf(priceEntry.parse(entry), source);
    return [
      model,
      { from: Date.parse(from ?? '1970-01-01'), usual: read(usual), peak: peak && read(peak) },
    ] as const;
  }),
);

/** Every model of our own table. */
export const additionalModels: readonly string[] = Object.keys(entries);

/** The price of a model, as `provider:model`, that is in our own table at an instant. */
export function additionalPrices(model: string, at: Date): UnitPrices | undefined {
  const found = prices.get(model);
  if (!found || at.getTime() < found.from) return undefined;
  return found.peak && isPeak(at) ? found.peak : found.usual;
}

/**
 * DeepSeek's peak hours: 01:00 to 04:00 and 06:00 to 10:00 UTC from Monday to Friday. China's public holidays are not among
 * them and are counted all the same, so that a cost is never told too low.
 */
function isPeak(at: Date): boolean {
  const hour = at.getUTCHours();
  const weekday = at.getUTCDay() >= 1 && at.getUTCDay() <= 5;
  return weekday && ((hour >= 1 && hour < 4) || (hour >= 6 && hour < 10));
}
