import type { OrderFacts } from './gate.ts';
import { Decimal } from '../../../base/decimal.ts';

/** The value of an order at its expected price. */
export function worthOf({ order, market }: Pick<OrderFacts, 'order' | 'market'>): Decimal {
  const own = order.limitPrice ?? order.stopPrice ?? market.price;
  // A sell limit above the market is valued at its price; a sell stop below it can still fill at the market.
  const price = order.side === 'buy' ? own : Decimal.max(own, market.price);
  return order.quantity.times(price);
}
