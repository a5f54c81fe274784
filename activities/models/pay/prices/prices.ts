import type { Usage } from '../../../../contracts/models/messages.ts';
import { Decimal } from '../../../base/decimal.ts';
import { parseModelName } from '../../model-name.ts';
import { additionalPrices } from './additional-prices.ts';
import { costOfUsage, savedByCache } from './cost-of-usage.ts';
import { dearestOf } from './dearest-of.ts';
import { unitPricesOf } from './price-entry.ts';
import type { WrittenPrice } from './price-entry.ts';
import type { UnitPrices, Rates } from './unit-prices.ts';
import { providerIds } from '../../known/provider-ids.ts';
import { createRequire } from 'node:module';
import { calcPrice } from '@pydantic/genai-prices';
import { LRUCache } from 'lru-cache';
import type { ModelPrice, TieredPrices } from '@pydantic/genai-prices';

const priceKeys = {
  input: 'input_mtok',
  cachedInput: 'cache_read_mtok',
  cacheWrite: 'cache_write_mtok',
  output: 'output_mtok',
  imageOutput: 'output_image_mtok',
} as const satisfies Partial<Record<keyof Rates, string>>;

const version = packageVersion();
const minuteMs = 60_000;

const published = new LRUCache<string, { prices: UnitPrices | undefined }>({ max: 200 });

/** As `findPublished`, which looks through all models. Prices begin and end with a minute. */
function publishedPrices(provider: string, model: string, at: Date): UnitPrices | undefined {
  const asked = `${provider}:${model} ${Math.floor(at.getTime() / minuteMs)}`;
  const found = published.get(asked) ?? { prices: findPublished(provider, model, at) };
  published.set(asked, found);
  return found.prices;
}

/** The prices of a model that `@pydantic/genai-prices` knows, as they are at an instant. */
function findPublished(provider: string, model: string, at: Date): UnitPrices | undefined {
  const providerId = providerIds[provider];
  if (providerId === undefined) return undefined;
  const timestamp = /^deepseek:deepseek-(chat|reasoner|r1|v3)/.test(`${provider}:${model}`)
    ? inDaytime(at)
    : at;
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

/** When DeepSeek's discount at night ended, which the package still counts with for its models up to V3. */
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
  /**
   * The prices of a model, as `provider:model`, at an instant; undefined where they are not known. Of a model whose
   * deployments have prices of their own, the highest: any of them may answer.
   */
  unitPrices(model: string, at: Date): UnitPrices | undefined;
  /**
   * What a call cost in US dollars, to the last digit, and what the provider's cache saved of it; undefined where that is
   * not known, never zero.
   * @param deployment which answered, where the model has some.
   */
  priceOf(
    model: string,
    usage: Usage,
    at: Date,
    deployment?: string,
  ): { usd: Decimal; saved: Decimal; source: string } | undefined;
};

const nothing = new Decimal(0);
const free: UnitPrices = {
  rates: { input: nothing, output: nothing },
  tiers: [],
  source: 'runs on this machine or an own server',
};
const localProviders = new Set(['demo', 'ollama', 'vllm', 'lmstudio']);

/**
 * Prices from, in this order, the user's own, those that cost nothing because they run here, a small table of what the
 * published ones lack or have too late, and the published ones.
 * @param options.own by `provider:model`, as `readOwnPrices` gives them.
 * @param options.deployments those with a price of their own are paid by it.
 */
export function createPrices({
  own = new Map(),
  deployments = [],
}: {
  own?: ReadonlyMap<string, UnitPrices>;
  deployments?: readonly { name: string; model: string; price?: WrittenPrice | undefined }[];
} = {}): Prices {
  const ofDeployments = new Map(
    deployments.flatMap(({ name, price }) =>
      price ? [[name, unitPricesOf(price, `BATON_DEPLOYMENTS ${name}`)]] : [],
    ),
  );

  function listed(model: string, at: Date): UnitPrices | undefined {
    const parsed = parseModelName(model);
    if (!parsed) return undefined;
    const local = localProviders.has(parsed.provider) ? free : undefined;
    return (
      own.get(model) ??
      local ??
      additionalPrices(model, at) ??
      publishedPrices(parsed.provider, parsed.model, at)
    );
  }

  return {
    unitPrices(model, at) {
      const named = deployments.filter((one) => one.model === model);
      const prices = named.map(({ name }) => ofDeployments.get(name) ?? listed(model, at));
      if (prices.length === 0) return listed(model, at);
      const known = prices.filter((one) => one !== undefined);
      return known.length === prices.length ? dearestOf(known) : undefined;
    },
    priceOf(model, usage, at, deployment) {
      const its = deployment === undefined ? undefined : ofDeployments.get(deployment);
      const prices = its ?? listed(model, at);
      const usd = prices && costOfUsage(prices, usage);
      const saved = prices && savedByCache(prices, usage);
      return usd && { usd, saved: saved ?? nothing, source: prices.source };
    },
  };
}
