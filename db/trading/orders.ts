import type { Json } from '../../contracts/base/json.ts';
import { and, asc, desc, eq, gte, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { workingStatuses } from '../../contracts/trading/orders.ts';
import type { Database } from '../open.ts';
import { fills, orders, tradingEvents } from './schema/trading.ts';

export type OrderRow = typeof orders.$inferSelect;
export type FillRow = typeof fills.$inferSelect;

const isWorking = inArray(orders.status, [...workingStatuses]);

export async function findOrder(
  db: Database,
  clientOrderId: string,
): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.clientOrderId, clientOrderId));
  return row;
}

/** The existing orders among these ids. */
export async function listOrders(
  db: Database,
  clientOrderIds: readonly string[],
): Promise<OrderRow[]> {
  if (clientOrderIds.length === 0) return [];
  return db
    .select()
    .from(orders)
    .where(inArray(orders.clientOrderId, [...clientOrderIds]));
}

/** The open orders of an account, in order of submission. */
export async function listOpenOrders(db: Database, accountId: string): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, accountId), isWorking))
    .orderBy(asc(orders.sequence));
}

/** Status and filled quantity of each order of an account. */
export async function listAllOrders(
  db: Database,
  accountId: string,
): Promise<Pick<OrderRow, 'clientOrderId' | 'status' | 'filledQuantity'>[]> {
  const { clientOrderId, status, filledQuantity } = orders;
  return db
    .select({ clientOrderId, status, filledQuantity })
    .from(orders)
    .where(eq(orders.accountId, accountId));
}

/** All orders of OCO groups, open or ended. */
export async function listGroups(db: Database, groups: readonly string[]): Promise<OrderRow[]> {
  if (groups.length === 0) return [];
  return db
    .select()
    .from(orders)
    .where(inArray(orders.group, [...groups]));
}

/** Number of orders of an account that were accepted or replaced since a time. */
export async function countOrdersSince(
  db: Database,
  accountId: string,
  since: Date,
): Promise<number> {
  const placed = await db.$count(
    orders,
    and(
      eq(orders.accountId, accountId),
      eq(orders.leg, 'entry'),
      gte(orders.placedAt, since),
      ne(orders.status, 'denied'),
    ),
  );
  const replaced = await db.$count(
    tradingEvents,
    and(
      eq(tradingEvents.accountId, accountId),
      eq(tradingEvents.kind, 'replaced'),
      gte(tradingEvents.at, since),
    ),
  );
  return placed + replaced;
}

/** When an order was accepted: at once when it is placed. Null if it was denied. */
export function acceptedAtOf({ status, placedAt }: Pick<OrderRow, 'status' | 'placedAt'>) {
  return status === 'denied' ? null : placedAt;
}

export async function insertOrder(
  tx: Database,
  order: typeof orders.$inferInsert,
): Promise<OrderRow> {
  const [row] = await tx.insert(orders).values(order).returning();
  return row!;
}

/** Updates the state of an order. */
export async function updateOrder(
  tx: Database,
  clientOrderId: string,
  change: Partial<
    Pick<
      OrderRow,
      | 'quantity'
      | 'limitPrice'
      | 'stopPrice'
      | 'referencePrice'
      | 'status'
      | 'reason'
      | 'filledQuantity'
      | 'triggered'
      | 'reduceOnly'
      | 'cancelRequestedAt'
      | 'endedAt'
    >
  >,
): Promise<void> {
  await tx.update(orders).set(change).where(eq(orders.clientOrderId, clientOrderId));
}

/**
 * Moves an order to the end of the queue, like a newly accepted one.
 * @param to.fillsFrom it fills on bars that open at or after this time.
 * @param to.earlier earlier prices, with which earlier bars can still fill it; null if they cannot.
 */
export async function requeueOrder(
  tx: Database,
  clientOrderId: string,
  { fillsFrom, earlier }: { fillsFrom: Date; earlier: Json },
): Promise<void> {
  const sequence = sql`nextval(pg_get_serial_sequence('orders', 'sequence'))`;
  await tx
    .update(orders)
    .set({ ...(earlier === null && { matchFrom: fillsFrom }), day: null, sequence, earlier })
    .where(eq(orders.clientOrderId, clientOrderId));
}

/** Sets the filled quantity of filled orders from before partial fills existed. */
export async function noteWhollyFilled(tx: Database, accountId: string): Promise<void> {
  await tx
    .update(orders)
    .set({ filledQuantity: orders.quantity })
    .where(and(eq(orders.accountId, accountId), eq(orders.status, 'filled')));
}

/** Records that a bar was matched: the orders that it could fill continue with the next bar. */
export async function passBar(
  tx: Database,
  bar: { clientOrderIds: readonly string[]; opened: Date; next: Date; day: string },
): Promise<void> {
  const { clientOrderIds, opened, next, day } = bar;
  await tx
    .update(orders)
    .set({ matchFrom: next, day: sql`coalesce(${orders.day}, ${day})` })
    .where(
      and(
        inArray(orders.clientOrderId, [...clientOrderIds]),
        isWorking,
        or(isNull(orders.matchFrom), lte(orders.matchFrom, opened)),
      ),
    );
}

export async function insertFill(
  tx: Database,
  fill: Omit<typeof fills.$inferInsert, 'sequence'>,
): Promise<void> {
  await tx.insert(fills).values(fill);
}

/** Position by symbol, negative for a short. Symbols that were never traded are omitted. */
export async function heldQuantities(
  db: Database,
  accountId: string,
): Promise<Map<string, number>> {
  const signed = sql<string>`sum(case when ${orders.side} = 'buy' then ${fills.quantity} else -${fills.quantity} end)`;
  const rows = await db
    .select({ symbol: orders.symbol, quantity: signed })
    .from(fills)
    .innerJoin(orders, eq(fills.clientOrderId, orders.clientOrderId))
    .where(eq(orders.accountId, accountId))
    .groupBy(orders.symbol);
  return new Map(rows.map(({ symbol, quantity }) => [symbol, Number(quantity)]));
}

/** The fills of orders, in order of booking. */
export async function listFillsOf(
  db: Database,
  clientOrderIds: readonly string[],
): Promise<FillRow[]> {
  if (clientOrderIds.length === 0) return [];
  return db
    .select()
    .from(fills)
    .where(inArray(fills.clientOrderId, [...clientOrderIds]))
    .orderBy(asc(fills.sequence));
}

/** The latest fills of an account with their orders, newest first. */
export async function listTrades(
  db: Database,
  filter: { accountId: string; symbol?: string | undefined; limit: number },
): Promise<{ order: OrderRow; fill: FillRow }[]> {
  const { accountId, symbol, limit } = filter;
  return db
    .select({ order: orders, fill: fills })
    .from(fills)
    .innerJoin(orders, eq(orders.clientOrderId, fills.clientOrderId))
    .where(
      and(
        eq(orders.accountId, accountId),
        symbol === undefined ? undefined : eq(orders.symbol, symbol),
      ),
    )
    .orderBy(desc(fills.sequence))
    .limit(limit);
}
