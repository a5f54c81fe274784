import { and, asc, count, eq, gt, inArray, isNotNull, lte, max, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { fills, ledger, orders } from './schema/trading.ts';

export type LedgerEntry = Omit<typeof ledger.$inferInsert, 'id' | 'at'>;

/** Books entries in the ledger. Reserves are positive, their releases negative. */
export async function book(tx: Database, entries: LedgerEntry[]): Promise<void> {
  if (entries.length > 0) await tx.insert(ledger).values(entries);
}

/** A booked fill with the symbol and side of its order. */
export type BookedFill = {
  /** Increases with each booked fill. */
  sequence: number;
  symbol: string;
  side: 'buy' | 'sell';
  /** As decimal text, like the price and the fee. */
  quantity: string;
  price: string;
  fee: string;
  /** When its bar was complete, in market time (ISO 8601); empty if unknown. */
  asOf: string;
  /** When its bar opened, in market time (ISO 8601); empty if unknown. */
  barTime: string;
  at: Date;
};

/** A page: entries after a sequence number, and their maximum number. */
type Page = { after: number; limit: number };

/**
 * The fills of one account in a page of all fills, in order of booking. The page is read by its index alone,
 * independent of the planner's row estimates.
 * @returns also the number of fills in the page and the last sequence number; null if the page is empty.
 */
export async function listFillsAfter(
  db: Database,
  accountId: string,
  { after, limit }: Page,
): Promise<{ fills: BookedFill[]; count: number; last: number | null }> {
  const page = await db
    .select()
    .from(fills)
    .where(gt(fills.sequence, after))
    .orderBy(asc(fills.sequence))
    .limit(limit);
  const ids = new Set(page.map((fill) => fill.clientOrderId));
  const ordered =
    ids.size === 0
      ? []
      : await db
          .select({
            clientOrderId: orders.clientOrderId,
            symbol: orders.symbol,
            side: orders.side,
          })
          .from(orders)
          .where(and(inArray(orders.clientOrderId, [...ids]), eq(orders.accountId, accountId)));
  const orderOf = new Map(ordered.map((order) => [order.clientOrderId, order]));
  return {
    count: page.length,
    last: page.at(-1)?.sequence ?? null,
    fills: page.flatMap(({ bar, sequence, quantity, price, fee, at, ...fill }) => {
      const order = orderOf.get(fill.clientOrderId);
      if (!order) return [];
      const { asOf = '', time: barTime = '' } = bar as { asOf?: string; time?: string };
      const { symbol, side } = order;
      return [{ sequence, symbol, side, quantity, price, fee, asOf, barTime, at }];
    }),
  };
}

/** A trade, or the borrow fee of a short for one day. The amount is decimal text. */
export type BookedDay = {
  kind: typeof ledger.$inferSelect.kind;
  symbol: string;
  /** As `YYYY-MM-DD` in UTC. */
  day: string;
  amount: string;
};

/** Ledger entries with a symbol and day, after `after` up to `last`, in order of booking. */
export async function listBookedDays(
  db: Database,
  accountId: string,
  { after, last }: { after: number; last: number },
): Promise<BookedDay[]> {
  const { kind, symbol, day, amount } = ledger;
  const rows = await db
    .select({ kind, symbol, day, amount })
    .from(ledger)
    .where(
      and(
        eq(ledger.accountId, accountId),
        gt(ledger.id, after),
        lte(ledger.id, last),
        isNotNull(symbol),
        isNotNull(day),
      ),
    )
    .orderBy(asc(ledger.id));
  return rows as BookedDay[];
}

/**
 * The sums of a page of an account's ledger, as decimal text: cash, and deposits.
 * @returns also the number of entries and the last id; null if the page is empty.
 */
export async function sumLedgerAfter(
  db: Database,
  accountId: string,
  { after, limit }: Page,
): Promise<{ count: number; last: number | null; cash: string; deposited: string }> {
  const page = db
    .select({ id: ledger.id, kind: ledger.kind, amount: ledger.amount })
    .from(ledger)
    .where(and(eq(ledger.accountId, accountId), gt(ledger.id, after)))
    .orderBy(asc(ledger.id))
    .limit(limit)
    .as('page');
  const sumOf = (condition: SQL) =>
    sql<string>`coalesce(sum(${page.amount}) filter (where ${condition}), 0)::text`;
  const [row] = await db
    .select({
      count: count(),
      last: max(page.id),
      cash: sumOf(sql`${page.kind} not in ('reserve', 'release')`),
      deposited: sumOf(sql`${page.kind} = 'deposit'`),
    })
    .from(page);
  return row!;
}

/** Reserved cash by order, as decimal text; orders without a reserve are omitted. */
export async function readReserves(
  db: Database,
  clientOrderIds: readonly string[],
): Promise<Map<string, string>> {
  if (clientOrderIds.length === 0) return new Map();
  const rows = await db
    .select({ id: ledger.clientOrderId, reserve: sql<string>`sum(${ledger.amount})::text` })
    .from(ledger)
    .where(
      and(
        inArray(ledger.clientOrderId, [...clientOrderIds]),
        inArray(ledger.kind, ['reserve', 'release']),
      ),
    )
    .groupBy(ledger.clientOrderId);
  return new Map(rows.flatMap(({ id, reserve }) => (id === null ? [] : [[id, reserve]])));
}

/** Reserved cash of an account's orders, as decimal text; orders without a reserve are omitted. */
export async function listReserved(
  db: Database,
  accountId: string,
): Promise<{ clientOrderId: string; reserve: string }[]> {
  const reserve = sql<string>`sum(${ledger.amount})::text`;
  const rows = await db
    .select({ clientOrderId: ledger.clientOrderId, reserve })
    .from(ledger)
    .where(and(eq(ledger.accountId, accountId), inArray(ledger.kind, ['reserve', 'release'])))
    .groupBy(ledger.clientOrderId)
    .having(sql`sum(${ledger.amount}) <> 0`);
  return rows.flatMap(({ clientOrderId, reserve: held }) =>
    clientOrderId === null ? [] : [{ clientOrderId, reserve: held }],
  );
}
