import { providerIds } from '../../known/provider-ids.ts';
import { createRequire } from 'node:module';
import { calcPrice } from '@pydantic/genai-prices';
import type { ModelPrice, TieredPrices } from '@pydantic/genai-prices';
import { Decimal } from '../../../base/decimal.ts';
import type { Rates, UnitPrices } from './unit-prices.ts';

const priceKeys = {
  input: 'input_mtok',
  cachedInput: 'cache_read_mtok',
  cacheWrite: 'cache_write_mtok',
  output: 'output_mtok',
  imageOutput: 'output_image_mtok',
} as const satisfies Partial<Record<keyof Rates, string>>;

const version = packageVersion();

/** The prices of a model that `@pydantic/genai-prices` knows, as they are at an instant. */
export function publishedPrices(provider: string, model: string, at: Date): UnitPrices | undefined {
  const providerId = providerIds[provider];
  if (providerId === undefined) return undefined;
  const found = calcPrice({}, model, { providerId, timestamp: at });
  if (!found) return undefined;
  const { model_price: prices } = found;
  const starts = new Set(
    Object.values(priceKeys).flatMap((key) => tiersOf(prices[key]).map(({ start }) => start)),
  );
  return {
    rates: ratesAt(prices, 0),
    tiers: [...starts]
      .toSorted((one, other) => one - other)
      .map((above) => ({ above, rates: ratesAt(prices, above + 1) })),
    source: `genai-prices ${version}, ${found.provider.id} ${found.model.id}`,
  };
}

function ratesAt(prices: ModelPrice, inputTokens: number): Rates {
  const rates: Rates = {};
  for (const [kind, key] of Object.entries(priceKeys) as [keyof Rates, string][]) {
    const price = prices[key];
    const tier = tiersOf(price).findLast(({ start }) => inputTokens > start);
    const rate = tier?.price ?? (typeof price === 'object' ? price.base : price);
    if (rate !== undefined) rates[kind] = new Decimal(rate);
  }
  return rates;
}

function tiersOf(price: number | TieredPrices | undefined): TieredPrices['tiers'] {
  if (typeof price !== 'object') return [];
  return price.tiers.toSorted((one, other) => one.start - other.start);
}

/** The package does not export its version. */
function packageVersion(): string {
  const require = createRequire(import.meta.url);
  const main = require.resolve('@pydantic/genai-prices');
  return (require(main.replace(/dist.[^/\\]+$/, 'package.json')) as { version: string }).version;
}
