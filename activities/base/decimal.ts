import { Decimal as Base } from 'decimal.js';

/**
 * Decimal arithmetic with room for any sum of money and quantities; never floating point. As text a price has no
 * exponent, however small it is.
 */
export const Decimal = Base.clone({
  precision: 50,
  rounding: Base.ROUND_HALF_EVEN,
  toExpNeg: -40,
  toExpPos: 40,
});
export type Decimal = Base;
export type DecimalValue = Base.Value;
