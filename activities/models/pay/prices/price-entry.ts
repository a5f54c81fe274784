import { z } from 'zod';
import { Decimal } from '../../../base/decimal.ts';
import type { Rates, UnitPrices } from './unit-prices.ts';

/** A million tokens have six zeros and the records twelve decimals: with more than six, a sum would be rounded. */
const maximumDecimals = 6;

const error = 'write US dollars for a million tokens, such as 1.25';

const amount = z
  .union([z.string().regex(/^\d+(\.\d+)?$/, { error }), z.number().nonnegative({ error })], {
    error,
  })
  .transform((value) => new Decimal(value))
  .refine((value) => value.decimalPlaces() <= maximumDecimals, {
    error: `at most ${maximumDecimals} decimals`,
  });

const rates = {
  input: amount,
  cachedInput: amount.optional(),
  cacheWrite: amount.optional(),
  output: amount.optional(),
  thinkingOutput: amount.optional(),
  imageOutput: amount.optional(),
};

/** The price of one model as people write it: US dollars for a million tokens. */
export const priceEntry = z.strictObject({
  ...rates,
  /** For the whole of a call with more input than that. */
  tiers: z
    .array(z.strictObject({ above: z.number().int().positive(), ...rates }))
    .default([])
    .transform((tiers) => tiers.toSorted((one, other) => one.above - other.above)),
});
export type PriceEntry = z.input<typeof priceEntry>;
/** The same, as it was read. */
export type WrittenPrice = z.output<typeof priceEntry>;

/** An entry as unit prices; `source` says where it was written. */
export function unitPricesOf(entry: WrittenPrice, source: string): UnitPrices {
  const { tiers, ...base } = entry;
  return {
    rates: withoutGaps(base),
    tiers: tiers.map(({ above, ...others }) => ({ above, rates: withoutGaps(others) })),
    source,
  };
}

function withoutGaps(given: { [Kind in keyof Rates]: Rates[Kind] | undefined }): Rates {
  const entries = Object.entries(given).filter(([, rate]) => rate !== undefined);
  return Object.fromEntries(entries) as Rates;
}
