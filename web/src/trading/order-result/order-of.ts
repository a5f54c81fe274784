import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { orderSides, orderStatuses, orderTypes } from '../../../../contracts/trading/orders.ts';
import type { OrderSide, OrderStatus, OrderType } from '../../../../contracts/trading/orders.ts';

/** What a tool gave for an order that it placed. */
export type PlacedOrder = {
  symbol: string;
  side: OrderSide;
  quantity: number;
  type: OrderType;
  status: OrderStatus;
  /** From when on in market time a bar may fill it, in ISO 8601; undefined where that is not said. */
  fillsFrom: string | undefined;
  reason: string | undefined;
  fill: { price: number; quantity: number; fee: number; at: string | undefined } | undefined;
};

/** The order in a tool's answer; undefined for any other value. */
export function orderOf(value: Json): PlacedOrder | undefined {
  const order = isJsonObject(value) ? value['order'] : undefined;
  if (!isJsonObject(value) || !isJsonObject(order)) return undefined;
  const { symbol, side, quantity, type, status, reason } = order;
  const accepted = value['acceptedBar'];
  const fillsFrom = isJsonObject(accepted) ? accepted['fillsFrom'] : undefined;
  const knownSide = orderSides.find((known) => known === side);
  const knownStatus = orderStatuses.find((known) => known === status);
  if (typeof symbol !== 'string' || typeof quantity !== 'number') return undefined;
  if (!knownSide || !knownStatus) return undefined;
  return {
    symbol,
    side: knownSide,
    quantity,
    type: orderTypes.find((known) => known === type) ?? 'market',
    status: knownStatus,
    fillsFrom: typeof fillsFrom === 'string' ? fillsFrom : undefined,
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
