import { acceptedAtOf } from '../../../db/trading/orders.ts';
import type { FillRow, OrderRow } from '../../../db/trading/orders.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { Provenance } from '../../../contracts/tools/tools.ts';
import type { Bar } from '../market/market.ts';
import type { AcceptedBar, Fill, Order } from './order.ts';
import { Decimal } from '../../base/decimal.ts';
import { roundPrice } from '../rounding.ts';

/** Stored instead of an accepted bar if there is none. */
export const noBar: Json = {};

const optional = (text: string | null) => (text === null ? undefined : new Decimal(text));

/** An order from its record. */
export function toOrder(row: OrderRow): Order {
  const bar = row.acceptedBar as Partial<AcceptedBar>;
  return {
    clientOrderId: row.clientOrderId,
    runId: row.runId ?? '',
    symbol: row.symbol,
    side: row.side,
    type: row.type,
    quantity: new Decimal(row.quantity),
    referencePrice: new Decimal(row.referencePrice),
    limitPrice: optional(row.limitPrice),
    stopPrice: optional(row.stopPrice),
    timeInForce: row.timeInForce,
    stopLoss: optional(row.stopLoss),
    takeProfit: optional(row.takeProfit),
    trailAmount: optional(row.trailAmount),
    trailPercent: optional(row.trailPercent),
    group: row.group ?? undefined,
    leg: row.leg,
    ...(row.parentId !== null && { parentId: row.parentId }),
    status: row.status,
    filledQuantity: new Decimal(row.filledQuantity),
    triggered: row.triggered,
    reduceOnly: row.reduceOnly,
    ...(row.reason !== null && { reason: row.reason }),
    ...(bar.time !== undefined && { acceptedBar: bar as AcceptedBar }),
    acceptedAt: acceptedAtOf(row),
  };
}

/** A fill from its record. */
export function toFill(row: FillRow): Fill {
  const { source, asOf, notice, ...bar } = row.bar as Bar & Provenance;
  return {
    price: new Decimal(row.price),
    quantity: new Decimal(row.quantity),
    fee: new Decimal(row.fee),
    liquidity: row.liquidity,
    bar,
    at: row.at,
    source,
    asOf,
    ...(notice !== undefined && { notice }),
  };
}

/** Combines fills into one at their average price, with the bar and time of the last. Undefined without fills. */
export function inOne(fills: readonly Fill[]): Fill | undefined {
  const last = fills.at(-1);
  if (!last || fills.length === 1) return last;
  const sum = (of: (fill: Fill) => Decimal) =>
    fills.reduce((total, fill) => total.plus(of(fill)), new Decimal(0));
  const quantity = sum((fill) => fill.quantity);
  const price = roundPrice(sum((fill) => fill.quantity.times(fill.price)).div(quantity));
  return { ...last, quantity, price, fee: sum((fill) => fill.fee) };
}
