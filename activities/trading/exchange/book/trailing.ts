import type { OrderContent } from '../../../../contracts/trading/book-events.ts';
import type { OrderSide } from '../../../../contracts/trading/orders.ts';
import { Decimal } from '../../../base/decimal.ts';
import type { DecimalValue } from '../../../base/decimal.ts';
import { roundPrice } from '../../rounding.ts';

/** The distance of a trailing stop: an amount in price units, or a percentage of the starting price. */
export type Trail = {
  trailAmount?: DecimalValue | undefined;
  trailPercent?: DecimalValue | undefined;
};

/** The distance in price units, fixed at the starting price; undefined without a trailing distance. */
export function distanceOf({ trailAmount, trailPercent }: Trail, price: Decimal) {
  if (trailAmount !== undefined) return new Decimal(trailAmount);
  if (trailPercent === undefined) return undefined;
  return roundPrice(price.times(trailPercent).div(100));
}

/** The stop price at a distance behind a price. @param side of the stop. */
export function stopBehind(side: OrderSide, price: DecimalValue, distance: DecimalValue): Decimal {
  const from = new Decimal(price);
  return roundPrice(side === 'sell' ? from.minus(distance) : from.plus(distance));
}

/** The one of two stops that triggers first. @param side of the stops. */
export function nearerStop(side: OrderSide, one: Decimal, other: Decimal): Decimal {
  return side === 'sell' ? Decimal.max(one, other) : Decimal.min(one, other);
}

/**
 * The new stop price of a trailing stop after a bar closes; undefined if it does not change. It never moves away from
 * the market.
 */
export function trailedTo(
  { type, side, stopPrice, trailAmount }: OrderContent,
  close: number,
): Decimal | undefined {
  if (type !== 'trailing_stop') return undefined;
  const next = nearerStop(side, stopBehind(side, close, trailAmount!), new Decimal(stopPrice!));
  return next.eq(stopPrice!) ? undefined : next;
}
