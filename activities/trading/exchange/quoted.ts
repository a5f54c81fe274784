import { Decimal } from '../../base/decimal.ts';

export type Quoted = {
  /** `NaN` where the market gives none. */
  price: Decimal;
  /** The time of its market. */
  now: string;
};

/** A price as a market gives it, exact; `NaN` where it gives none that one can trade at. */
export function quotedPrice(price: number | null | undefined): Decimal {
  return new Decimal(
    typeof price === 'number' && price > 0 && price < Infinity ? price : Number.NaN,
  );
}
