import type { Usage } from '../../../../contracts/models/messages.ts';
import { Decimal } from '../../../base/decimal.ts';
import { parseModelName } from '../../model-name.ts';
import { additionalPrices } from './additional-prices.ts';
import { costOfUsage } from './cost-of-usage.ts';
import type { UnitPrices, Rates } from './unit-prices.ts';
import { providerIds } from '../../known/provider-ids.ts';
import { createRequire } from 'node:module';
import { calcPrice } from '@pydantic/genai-prices';
import type { ModelPrice, TieredPrices } from '@pydantic/genai-prices';

const priceKeys = {
  input: 'input_mtok',
  cachedInput: 'cache_read_mtok',
  cacheWrite: 'cache_write_mtok',
  output: 'output_mtok',
  imageOutput: 'output_image_mtok',
} as const satisfies Partial<Record<keyof Rates, string>>;

const version = packageVersion();

/** The prices of a model that `@pydantic/genai-prices` knows, as they are at an instant. */
function publishedPrices(provider: string, model: string, at: Date): UnitPrices | undefined {
  const providerId = providerIds[provider];
  if (providerId === undefined) return undefined;
  const timestamp = provider === 'deepseek' ? inDaytime(at) : at;
  const found = calcPrice({}, model, { providerId, timestamp });
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

/** When DeepSeek's discount at night ended, which the package still counts with. */
const nightsEnd = Date.parse('2025-09-05T16:00:00Z');

function inDaytime(at: Date): Date {
  if (at.getTime() < nightsEnd) return at;
  const noon = new Date(at);
  noon.setUTCHours(12, 0, 0, 0);
  return noon;
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

/** What models cost. */
export type Prices = {
  /** The prices of a model, as `provider:model`, at an instant; undefined where they are not known. */
  unitPrices(model: string, at: Date): UnitPrices | undefined;
  /** What a call cost in US dollars, to the last digit; undefined where that is not known, never zero. */
  priceOf(model: string, usage: Usage, at: Date): { usd: Decimal; source: string } | undefined;
};

const nothing = new Decimal(0);
const free: UnitPrices = {
  rates: { input: nothing, output: nothing },
  tiers: [],
  source: 'runs on this machine',
};
const localProviders = new Set(['demo', 'ollama']);

/**
 * Prices from, in this order, the user's own, those that cost nothing because they run here, the published ones,
 * and a small table of what these lack.
 * @param options.own by `provider:model`, as `readOwnPrices` gives them.
 */
export function createPrices({
  own = new Map(),
}: { own?: ReadonlyMap<string, UnitPrices> } = {}): Prices {
  function unitPrices(model: string, at: Date): UnitPrices | undefined {
    const parsed = parseModelName(model);
    if (!parsed) return undefined;
    const local = localProviders.has(parsed.provider) ? free : undefined;
    return (
      own.get(model) ??
      local ??
      publishedPrices(parsed.provider, parsed.model, at) ??
      additionalPrices(model)
    );
  }
  return {
    unitPrices,
    priceOf(model, usage, at) {
      const prices = unitPrices(model, at);
      const usd = prices && costOfUsage(prices, usage);
      return usd && { usd, source: prices.source };
    },
  };
}
