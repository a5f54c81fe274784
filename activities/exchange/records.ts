import type { FillRow, OrderRow } from '../../db/repositories/orders.ts';
import type { Json } from '../../contracts/json.ts';
import type { Provenance } from '../../contracts/tools.ts';
import type { Bar } from '../market/market.ts';
import type { AcceptedBar, Fill, Order } from './exchange.ts';
import { Decimal } from './money.ts';

/** What the records hold in place of an accepted bar where there is none. */
export const noBar: Json = {};

/** An order as the exchange speaks of it, from its record. */
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
    status: row.status,
    ...(row.reason !== null && { reason: row.reason }),
    ...(bar.time !== undefined && { acceptedBar: bar as AcceptedBar }),
    acceptedAt: row.acceptedAt,
  };
}

/** A fill from its record, whose bar also says where it came from. */
export function toFill(row: FillRow): Fill {
  const { source, asOf, notice, ...bar } = row.bar as Bar & Provenance;
  return {
    price: new Decimal(row.price),
    quantity: new Decimal(row.quantity),
    fee: new Decimal(row.fee),
    bar,
    at: row.at,
    source,
    asOf,
    ...(notice !== undefined && { notice }),
  };
}
