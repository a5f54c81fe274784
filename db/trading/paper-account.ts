import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { BookEvent } from '../../contracts/trading/book-events.ts';
import type { OrderStatus } from '../../contracts/trading/orders.ts';
import type { Database } from '../open.ts';
import { accounts, fills, ledger, orders } from './schema/trading.ts';
import { requestCancel } from './cancel-requests.ts';
import { listEquity } from './equity.ts';
import type { EquityPoint } from './equity.ts';
import { findOrder, listFillsOf } from './orders.ts';
import type { FillRow, OrderRow } from './orders.ts';
import { listOrderEvents } from './events.ts';

/** An account with the sums of its ledger, as decimal text. */
export type AccountSums = {
  currency: string;
  openedAt: Date;
  deposited: string;
  cash: string;
  reserved: string;
  fees: string;
  borrowFees: string;
};

/** An order with its fills, in the order in which they were booked. */
export type OrderWithFills = { order: OrderRow; fills: FillRow[] };

/** Where a page of orders ends. */
export type OrderCursor = { placedAt: Date; id: string };

const sumOf = (...kinds: (typeof ledger.kind._.data)[]) =>
  sql<string>`trim_scale(coalesce(sum(${ledger.amount}) filter (where ${ledger.kind} in ${kinds}), 0))::text`;

/** A cursor knows milliseconds, the database more. */
const placedAt = sql`date_trunc('milliseconds', ${orders.placedAt})`;

/** Reads a paper account, its orders and its fills, and asks for their end: the rest is the exchange's. */
export function paperAccountReader(db: Database, accountId: string) {
  const isOwn = eq(orders.accountId, accountId);

  /** Undefined where it is none of the account. */
  async function findOwn(id: string): Promise<OrderRow | undefined> {
    const found = await findOrder(db, id);
    return found?.accountId === accountId ? found : undefined;
  }

  return {
    /** Undefined until the account is used for the first time. */
    async sums(): Promise<AccountSums | undefined> {
      const [row] = await db
        .select({
          currency: accounts.currency,
          openedAt: accounts.createdAt,
          deposited: sumOf('deposit'),
          cash: sumOf('deposit', 'trade', 'fee', 'borrow'),
          reserved: sumOf('reserve', 'release'),
          fees: sumOf('fee'),
          borrowFees: sumOf('borrow'),
        })
        .from(accounts)
        .leftJoin(ledger, eq(ledger.accountId, accounts.id))
        .where(eq(accounts.id, accountId))
        .groupBy(accounts.id);
      return row;
    },

    /** Newest first. */
    async orders(filter: {
      /** Left out, any. */
      statuses?: readonly OrderStatus[] | undefined;
      symbol?: string | undefined;
      after?: OrderCursor;
      limit: number;
    }): Promise<OrderWithFills[]> {
      const { statuses, symbol, after, limit } = filter;
      const page = await db
        .select()
        .from(orders)
        .where(
          and(
            isOwn,
            statuses && inArray(orders.status, [...statuses]),
            symbol ? eq(orders.symbol, symbol) : undefined,
            after &&
              sql`(${placedAt}, ${orders.clientOrderId}) < (${after.placedAt.toISOString()}::timestamptz, ${after.id})`,
          ),
        )
        .orderBy(desc(placedAt), desc(orders.clientOrderId))
        .limit(limit);
      return withFills(db, page);
    },

    /** An order with its fills and what has happened to it; undefined where there is none. */
    async order(
      id: string,
    ): Promise<(OrderWithFills & { events: { event: BookEvent; at: Date }[] }) | undefined> {
      const found = await findOwn(id);
      if (!found) return undefined;
      const [one] = await withFills(db, [found]);
      return { ...one!, events: await listOrderEvents(db, id) };
    },

    /** Asks for the end of an order; one that is not there, or has ended, is left as it is. */
    async cancel(id: string, reason: string): Promise<void> {
      if (await findOwn(id)) await requestCancel(db, { clientOrderId: id, reason });
    },

    /** What the account was worth, in the order of its market. */
    equity: (filter: { since?: Date | undefined; limit: number }): Promise<EquityPoint[]> =>
      listEquity(db, { ...filter, accountId }),

    /** The latest fills, in the order in which they were booked. */
    async fills(limit: number): Promise<{ order: OrderRow; fill: FillRow }[]> {
      const latest = await db
        .select({ order: orders, fill: fills })
        .from(fills)
        .innerJoin(orders, eq(orders.clientOrderId, fills.clientOrderId))
        .where(isOwn)
        .orderBy(desc(fills.sequence))
        .limit(limit);
      return latest.toReversed();
    },
  };
}

/** Orders with their fills. */
export async function withFills(db: Database, rows: OrderRow[]): Promise<OrderWithFills[]> {
  const all = await listFillsOf(
    db,
    rows.map(({ clientOrderId }) => clientOrderId),
  );
  const fillsOf = Map.groupBy(all, ({ clientOrderId }) => clientOrderId);
  return rows.map((order) => ({ order, fills: fillsOf.get(order.clientOrderId) ?? [] }));
}
