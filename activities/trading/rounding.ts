import { Decimal } from '../base/decimal.ts';
/** Default lot size: quantities are whole multiples of it. */
export const lotStep = new Decimal('0.0001');

/** Decimal places of prices: a coin that costs a millionth of a dollar still has six digits. */
const priceDecimals = 12;

const moneyDecimals = 12;

/** Default tick size: prices of orders are whole multiples of it. */
export const priceStep = new Decimal(10).pow(-priceDecimals);

export const roundPrice = (price: Decimal) => price.toDecimalPlaces(priceDecimals);

/** Rounds fees and reserves. A notional is not rounded: it is exactly quantity × price. */
export const roundMoney = (amount: Decimal) => amount.toDecimalPlaces(moneyDecimals);

/** Rounds a quantity down to whole lots. */
export function roundDownToLot(quantity: Decimal, lot: Decimal = lotStep): Decimal {
  return quantity.div(lot).floor().times(lot);
}

/** `points` basis points (1/10,000) of an amount. */
export const basisPoints = (amount: Decimal, points: number) => amount.times(points).div(10_000);
