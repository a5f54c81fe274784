import { Decimal } from 'decimal.js';
import { shortest } from '../../contracts/base/shortest.ts';
import type { FillView, OrderDetailView, OrderView } from '../../contracts/trading/api/account.ts';
import type { BookEvent } from '../../contracts/trading/book-events.ts';
import { acceptedAtOf } from '../../db/trading/orders.ts';
import type { FillRow, OrderRow } from '../../db/trading/orders.ts';
import type { OrderWithFills } from '../../db/trading/paper-account.ts';

const Exact = Decimal.clone({ precision: 50 });

/** An order with its fills. */
export function viewOrder({ order, fills }: OrderWithFills): OrderView {
  const { clientOrderId: id, placedAt, endedAt } = order;
  const { runId, symbol, side, type, status, reason, timeInForce, leg, parentId } = order;
  const { triggered, reduceOnly } = order;
  return {
    id,
    runId,
    symbol,
    side,
    type,
    status,
    reason,
    timeInForce,
    leg,
    parentId,
    triggered,
    reduceOnly,
    quantity: shortest(order.quantity),
    filledQuantity: shortest(order.filledQuantity),
    referencePrice: shortest(order.referencePrice),
    limitPrice: optional(order.limitPrice),
    stopPrice: optional(order.stopPrice),
    stopLoss: optional(order.stopLoss),
    takeProfit: optional(order.takeProfit),
    group: order.group,
    trailAmount: optional(order.trailAmount),
    trailPercent: optional(order.trailPercent),
    placedAt: placedAt.toISOString(),
    acceptedAt: acceptedAtOf(order)?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    fill: inOne(fills),
    fills: fills.map(viewPrice),
  };
}

/** An order with its history. */
export function viewOrderDetail(
  found: OrderWithFills & { events: { event: BookEvent; at: Date }[] },
): OrderDetailView {
  return {
    ...viewOrder(found),
    events: found.events.map(({ event, at }) => ({
      kind: event.kind,
      at: at.toISOString(),
      reason: reasonOf(event),
      marketTime: 'barTime' in event ? event.barTime : null,
    })),
  };
}

function reasonOf(event: BookEvent): string | null {
  if (event.kind === 'trailed') return `stopPrice ${event.stopPrice}`;
  if (event.kind !== 'replaced') return 'reason' in event ? event.reason : null;
  const changed = Object.entries(event.change).map(([name, value]) => `${name} ${value}`);
  return changed.join(', ');
}

/** A fill with the id, symbol and side of its order. */
export function viewFill({ order, fill }: { order: OrderRow; fill: FillRow }): FillView {
  const { clientOrderId: orderId, symbol, side } = order;
  return { orderId, symbol, side, ...viewPrice(fill) };
}

/** Several fills as one: with their average price, and the other fields of the last fill. */
function inOne(fills: FillRow[]): OrderView['fill'] {
  const last = fills.at(-1);
  if (!last) return null;
  if (fills.length === 1) return viewPrice(last);
  const sum = (of: (fill: FillRow) => Decimal.Value) =>
    fills.reduce((total, fill) => total.plus(of(fill)), new Exact(0));
  const quantity = sum((fill) => fill.quantity);
  const worth = sum((fill) => new Exact(fill.quantity).times(fill.price));
  return {
    ...viewPrice(last),
    quantity: quantity.toFixed(),
    price: worth.div(quantity).toDecimalPlaces(12).toFixed(),
    fee: sum((fill) => fill.fee).toFixed(),
  };
}

function viewPrice({ price, quantity, fee, liquidity, at, bar }: FillRow) {
  const { time } = bar as { time: string };
  return {
    price: shortest(price),
    quantity: shortest(quantity),
    fee: shortest(fee),
    liquidity,
    at: at.toISOString(),
    marketTime: time,
  };
}

const optional = (text: string | null) => (text === null ? null : shortest(text));
