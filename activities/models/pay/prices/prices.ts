import type { Usage } from '../../../../contracts/models/messages.ts';
import { Decimal } from '../../../base/decimal.ts';
import { parseModelName } from '../../model-name.ts';
import { additionalPrices } from './additional-prices.ts';
import { costOfUsage } from './cost-of-usage.ts';
import { publishedPrices } from './published-prices.ts';
import type { UnitPrices } from './unit-prices.ts';

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
