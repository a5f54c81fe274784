import type { Order } from '../../exchange/exchange.ts';

/** An order as tools show it. */
export function showOrder(order: Order) {
  const { clientOrderId, symbol, side, type, status } = order;
  return {
    clientOrderId,
    symbol,
    side,
    type,
    quantity: order.quantity.toNumber(),
    referencePrice: order.referencePrice.toNumber(),
    status,
    acceptedAt: order.acceptedAt.toISOString(),
  };
}
