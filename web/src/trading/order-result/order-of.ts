import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { orderSides, orderStatuses } from '../../../../contracts/trading/orders.ts';
import type { OrderSide, OrderStatus } from '../../../../contracts/trading/orders.ts';

/** What a tool gave for an order that it placed. */
export type PlacedOrder = {
  symbol: string;
  side: OrderSide;
  quantity: number;
  status: OrderStatus;
  reason: string | undefined;
  fill: { price: number; quantity: number; fee: number; at: string | undefined } | undefined;
};

/** The order in a tool's answer; undefined for any other value. */
export function orderOf(value: Json): PlacedOrder | undefined {
  const order = isJsonObject(value) ? value['order'] : undefined;
  if (!isJsonObject(value) || !isJsonObject(order)) return undefined;
  const { symbol, side, quantity, status, reason } = order;
  const knownSide = orderSides.find((known) => known === side);
  const knownStatus = orderStatuses.find((known) => known === status);
  if (typeof symbol !== 'string' || typeof quantity !== 'number') return undefined;
  if (!knownSide || !knownStatus) return undefined;
  return {
    symbol,
    side: knownSide,
    quantity,
    status: knownStatus,
    reason: typeof reason === 'string' ? reason : undefined,
    fill: isJsonObject(value['fill']) ? fillOf(value['fill']) : undefined,
  };
}

function fillOf({ price, quantity, fee, at }: JsonObject): PlacedOrder['fill'] {
  if (typeof price !== 'number' || typeof quantity !== 'number') return undefined;
  return {
    price,
    quantity,
    fee: typeof fee === 'number' ? fee : 0,
    at: typeof at === 'string' ? at : undefined,
  };
}
