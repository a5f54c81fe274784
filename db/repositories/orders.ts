import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { fills, orders } from '../schema/trading.ts';

export type OrderRow = typeof orders.$inferSelect;
export type FillRow = typeof fills.$inferSelect;

export async function findOrder(
  db: Database,
  clientOrderId: string,
): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.clientOrderId, clientOrderId));
  return row;
}

/** The orders of an account that wait for their fill, oldest first. */
export async function listOpenOrders(db: Database, accountId: string): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.status, 'accepted')))
    .orderBy(asc(orders.acceptedAt), asc(orders.clientOrderId));
}

export async function insertOrder(
  tx: Database,
  order: typeof orders.$inferInsert,
): Promise<OrderRow> {
  const [row] = await tx.insert(orders).values(order).returning();
  return row!;
}

/** Brings an order to its end. */
export async function endOrder(
  tx: Database,
  end: { clientOrderId: string; status: 'filled' | 'canceled'; reason?: string },
): Promise<OrderRow> {
  const { clientOrderId, ...values } = end;
  const [row] = await tx
    .update(orders)
    .set({ ...values, endedAt: new Date() })
    .where(eq(orders.clientOrderId, clientOrderId))
    .returning();
  return row!;
}

export async function insertFill(tx: Database, fill: typeof fills.$inferInsert): Promise<FillRow> {
  const [row] = await tx.insert(fills).values(fill).returning();
  return row!;
}

export async function findFill(db: Database, clientOrderId: string): Promise<FillRow | undefined> {
  const [row] = await db.select().from(fills).where(eq(fills.clientOrderId, clientOrderId));
  return row;
}
