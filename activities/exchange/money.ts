import { Decimal as Base } from 'decimal.js';

/** Decimal arithmetic with room for any sum of money and quantities; never floating point. */
export const Decimal = Base.clone({ precision: 50, rounding: Base.ROUND_HALF_EVEN });
export type Decimal = Base;
export type DecimalValue = Base.Value;

/** Quantities are whole multiples of it. */
export const lotStep = new Decimal('0.0001');

/** Decimals of a price: with those of a quantity, a notional fits the records exactly. */
const priceDecimals = 8;
const moneyDecimals = 12;

export const roundPrice = (price: Decimal) => price.toDecimalPlaces(priceDecimals);

export const roundMoney = (amount: Decimal) => amount.toDecimalPlaces(moneyDecimals);

/** The largest quantity that can be ordered and is not above `quantity`. */
export function roundDownToLot(quantity: Decimal): Decimal {
  return quantity.div(lotStep).floor().times(lotStep);
}

/** A part of `amount` in basis points: hundredths of a percent. */
export const basisPoints = (amount: Decimal, points: number) => amount.times(points).div(10_000);
