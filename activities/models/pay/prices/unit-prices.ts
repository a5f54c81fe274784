import type { Decimal } from '../../../base/decimal.ts';

/** US dollars for a million tokens of each kind. A kind without a rate of its own is a part of what it is read from. */
export type Rates = {
  input?: Decimal;
  /** What was read from a cache; left out, as other input. */
  cachedInput?: Decimal;
  /** What was written to a cache; left out, as other input. */
  cacheWrite?: Decimal;
  output?: Decimal;
  /** All output of an answer with reasoning, where that costs more than one without; left out, as other output. */
  thinkingOutput?: Decimal;
  /** Output that is images; left out, as other output. */
  imageOutput?: Decimal;
};

/** What a model costs at one time. */
export type UnitPrices = {
  rates: Rates;
  /** Rates for the whole of a call whose input has more than `above` tokens, in ascending order. */
  tiers: readonly { above: number; rates: Rates }[];
  /** Where they come from, with their date or version. */
  source: string;
};

/** The rates for a call with so many tokens of input. */
export function ratesFor({ rates, tiers }: UnitPrices, inputTokens: number): Rates {
  return tiers.findLast(({ above }) => inputTokens > above)?.rates ?? rates;
}
