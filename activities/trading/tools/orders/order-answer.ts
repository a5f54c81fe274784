import type { ProposedOrder } from '../../exchange/exchange.ts';
import type { Fill, Order } from '../../exchange/order.ts';
import type { Decimal } from '../../../base/decimal.ts';

const numbers = (prices: Record<string, Decimal | undefined>) =>
  Object.fromEntries(
    Object.entries(prices).flatMap(([name, price]) => (price ? [[name, price.toNumber()]] : [])),
  );

/** An order in the answers of tools. Empty fields are omitted. */
export function showOrder(order: Order) {
  const { clientOrderId, symbol, side, type, status, timeInForce, leg, parentId, reason } = order;
  const { limitPrice, stopPrice, stopLoss, takeProfit, filledQuantity, triggered, reduceOnly } =
    order;
  const { trailAmount, trailPercent } = order;
  const isPartly = !filledQuantity.isZero() && !filledQuantity.eq(order.quantity);
  return {
    clientOrderId,
    symbol,
    side,
    type,
    quantity: order.quantity.toNumber(),
    referencePrice: order.referencePrice.toNumber(),
    ...numbers({ limitPrice, stopPrice, stopLoss, takeProfit, trailAmount, trailPercent }),
    ...(timeInForce !== 'gtc' && { timeInForce }),
    ...(leg === 'entry' && order.group !== undefined && { ocoGroup: order.group }),
    ...(leg !== 'entry' && { leg, parentId: parentId ?? null }),
    ...(triggered && { triggered }),
    ...(reduceOnly && { reduceOnly }),
    ...(isPartly && { filledQuantity: filledQuantity.toNumber() }),
    ...(reason !== undefined && { reason }),
    status,
    acceptedAt: order.acceptedAt?.toISOString() ?? null,
  };
}

/** An order that waits for approval, in the answers of tools. */
export function showProposed({ requestedAt, expiresAt, ...rest }: ProposedOrder) {
  return {
    ...rest,
    status: 'pending_approval',
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** A fill in the answers of tools. */
export function showFill(fill: Fill) {
  return {
    price: fill.price.toNumber(),
    quantity: fill.quantity.toNumber(),
    fee: fill.fee.toNumber(),
    bar: fill.bar,
    at: fill.at.toISOString(),
  };
}
