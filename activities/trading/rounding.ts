import { Decimal } from '../base/decimal.ts';
/** Quantities are whole multiples of it. */
export const lotStep = new Decimal('0.0001');

/** Decimals of a price: of coins that cost a millionth of a dollar, six digits. */
const priceDecimals = 12;

const moneyDecimals = 12;

/** Prices of orders are whole multiples of it, where the instrument has no rule of its own. */
export const priceStep = new Decimal(10).pow(-priceDecimals);

export const roundPrice = (price: Decimal) => price.toDecimalPlaces(priceDecimals);

/** Fees and reserves are rounded so. A notional is not: what was paid is quantity times price exactly. */
export const roundMoney = (amount: Decimal) => amount.toDecimalPlaces(moneyDecimals);

/** The largest quantity that can be ordered, in whole lots, and is not above `quantity`. */
export function roundDownToLot(quantity: Decimal, lot: Decimal = lotStep): Decimal {
  return quantity.div(lot).floor().times(lot);
}

/** A part of `amount` in basis points: hundredths of a percent. */
export const basisPoints = (amount: Decimal, points: number) => amount.times(points).div(10_000);
