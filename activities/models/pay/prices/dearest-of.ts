import { Decimal } from '../../../base/decimal.ts';
import { ratesFor } from './unit-prices.ts';
import type { Rates, UnitPrices } from './unit-prices.ts';

/** What each kind is a part of: without a rate of its own it costs as much. */
const wholes = {
  input: 'input',
  cachedInput: 'input',
  cacheWrite: 'input',
  output: 'output',
  thinkingOutput: 'output',
  imageOutput: 'output',
} as const satisfies Record<string, keyof Rates>;

/** The most that a call may cost which any of several servers may answer, each at prices of its own. */
export function dearestOf(all: readonly UnitPrices[]): UnitPrices | undefined {
  const [first] = all;
  if (!first || all.length === 1) return first;
  const steps = [...new Set(all.flatMap(({ tiers }) => tiers.map(({ above }) => above)))];
  const at = (inputTokens: number) => dearestRates(all.map((one) => ratesFor(one, inputTokens)));
  return {
    rates: at(0),
    tiers: steps
      .toSorted((one, other) => one - other)
      .map((above) => ({ above, rates: at(above + 1) })),
    source: [...new Set(all.map(({ source }) => source))].join(' or '),
  };
}

/** Where one of them has no rate of a kind, nor of what it is a part of, there is none. */
function dearestRates(all: readonly Rates[]): Rates {
  const dearest: Rates = {};
  for (const [kind, whole] of Object.entries(wholes) as [keyof Rates, keyof Rates][]) {
    const rates = all.map((one) => one[kind] ?? one[whole]);
    const known = rates.filter((rate) => rate !== undefined);
    if (known.length === all.length) dearest[kind] = Decimal.max(...known);
  }
  return dearest;
}
