import type { OrderFacts } from './gate.ts';
import { Decimal } from '../../../base/decimal.ts';

/** What an order is worth at the price that it will trade at, as far as can be known. */
export function worthOf({ order, market }: Pick<OrderFacts, 'order' | 'market'>): Decimal {
  const own = order.limitPrice ?? order.stopPrice ?? market.price;
  // A sale above the market is worth what it brings; a stop below it may bring as much as the market.
  const price = order.side === 'buy' ? own : Decimal.max(own, market.price);
  return order.quantity.times(price);
}
