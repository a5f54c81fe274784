import { and, asc, eq, inArray, sum } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { fills, ledger, orders } from '../schema/trading.ts';

export type LedgerEntry = Omit<typeof ledger.$inferInsert, 'id' | 'at'>;

/** Books entries; reserves are positive and their releases negative. */
export async function book(tx: Database, entries: LedgerEntry[]): Promise<void> {
  await tx.insert(ledger).values(entries);
}

export type BookedFill = {
  symbol: string;
  side: 'buy' | 'sell';
  /** Decimal text, as the price. */
  quantity: string;
  price: string;
};

/** Every fill of an account in the order in which it was booked. */
export async function listFills(db: Database, accountId: string): Promise<BookedFill[]> {
  return db
    .select({
      symbol: orders.symbol,
      side: orders.side,
      quantity: fills.quantity,
      price: fills.price,
    })
    .from(fills)
    .innerJoin(orders, eq(orders.clientOrderId, fills.clientOrderId))
    .innerJoin(ledger, and(eq(ledger.clientOrderId, fills.clientOrderId), eq(ledger.kind, 'trade')))
    .where(eq(orders.accountId, accountId))
    .orderBy(asc(ledger.id));
}

/** What an order still holds in reserve, as decimal text. */
export async function readReserve(db: Database, clientOrderId: string): Promise<string> {
  const [row] = await db
    .select({ reserve: sum(ledger.amount) })
    .from(ledger)
    .where(
      and(eq(ledger.clientOrderId, clientOrderId), inArray(ledger.kind, ['reserve', 'release'])),
    );
  return row?.reserve ?? '0';
}
