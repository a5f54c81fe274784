import type { OrderContent } from '../../../../contracts/trading/book-events.ts';
import type { OrderSide } from '../../../../contracts/trading/orders.ts';
import { Decimal } from '../../../base/decimal.ts';
import type { DecimalValue } from '../../../base/decimal.ts';
import { roundPrice } from '../../rounding.ts';

/** How far a stop price follows the market: in money, or in percent of the price that it begins at. */
export type Trail = {
  trailAmount?: DecimalValue | undefined;
  trailPercent?: DecimalValue | undefined;
};

/** A distance in money, fixed at the price that it begins at; undefined where nothing trails. */
export function distanceOf({ trailAmount, trailPercent }: Trail, price: Decimal) {
  if (trailAmount !== undefined) return new Decimal(trailAmount);
  if (trailPercent === undefined) return undefined;
  return roundPrice(price.times(trailPercent).div(100));
}

/** Where a stop stands that trails a price. @param side of the stop. */
export function stopBehind(side: OrderSide, price: DecimalValue, distance: DecimalValue): Decimal {
  const from = new Decimal(price);
  return roundPrice(side === 'sell' ? from.minus(distance) : from.plus(distance));
}

/** Of two stops the one that closes first. @param side of the stops. */
export function nearerStop(side: OrderSide, one: Decimal, other: Decimal): Decimal {
  return side === 'sell' ? Decimal.max(one, other) : Decimal.min(one, other);
}

/** Where a trailing stop stands after the close of a bar; undefined where it stays. It never moves away from the market. */
export function trailedTo(
  { type, side, stopPrice, trailAmount }: OrderContent,
  close: number,
): Decimal | undefined {
  if (type !== 'trailing_stop') return undefined;
  const next = nearerStop(side, stopBehind(side, close, trailAmount!), new Decimal(stopPrice!));
  return next.eq(stopPrice!) ? undefined : next;
}
