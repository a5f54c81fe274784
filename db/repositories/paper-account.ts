import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { accounts, fills, ledger, orders } from '../schema/trading.ts';
import type { OrderStatus } from '../schema/trading.ts';
import type { FillRow, OrderRow } from './orders.ts';

/** An account with the sums of its ledger, as decimal text. */
export type AccountSums = {
  currency: string;
  openedAt: Date;
  deposited: string;
  cash: string;
  reserved: string;
  fees: string;
};

/** An order with its fill, where it has one. */
export type OrderWithFill = { order: OrderRow; fill: FillRow | null };

/** Where a page of orders ends. */
export type OrderCursor = { acceptedAt: Date; id: string };

const sumOf = (...kinds: (typeof ledger.kind._.data)[]) =>
  sql<string>`trim_scale(coalesce(sum(${ledger.amount}) filter (where ${ledger.kind} in ${kinds}), 0))::text`;

/** A cursor knows milliseconds, the database more. */
const acceptedAt = sql`date_trunc('milliseconds', ${orders.acceptedAt})`;

/** Reads the paper account, its orders and its fills. It writes nothing: orders are the exchange's. */
export function paperAccountReader(db: Database) {
  return {
    /** Undefined until the account is used for the first time. */
    async sums(): Promise<AccountSums | undefined> {
      const [row] = await db
        .select({
          currency: accounts.currency,
          openedAt: accounts.createdAt,
          deposited: sumOf('deposit'),
          cash: sumOf('deposit', 'trade', 'fee'),
          reserved: sumOf('reserve', 'release'),
          fees: sumOf('fee'),
        })
        .from(accounts)
        .leftJoin(ledger, eq(ledger.accountId, accounts.id))
        .groupBy(accounts.id);
      return row;
    },

    /** Newest first. */
    async orders(filter: {
      status?: OrderStatus;
      symbol?: string;
      after?: OrderCursor;
      limit: number;
    }): Promise<OrderWithFill[]> {
      const { status, symbol, after, limit } = filter;
      return db
        .select({ order: orders, fill: fills })
        .from(orders)
        .leftJoin(fills, eq(fills.clientOrderId, orders.clientOrderId))
        .where(
          and(
            status && eq(orders.status, status),
            symbol ? eq(orders.symbol, symbol) : undefined,
            after &&
              sql`(${acceptedAt}, ${orders.clientOrderId}) < (${after.acceptedAt.toISOString()}::timestamptz, ${after.id})`,
          ),
        )
        .orderBy(desc(acceptedAt), desc(orders.clientOrderId))
        .limit(limit);
    },

    /** The latest fills, in the order in which they were booked. */
    async fills(limit: number): Promise<{ order: OrderRow; fill: FillRow }[]> {
      const latest = await db
        .select({ order: orders, fill: fills })
        .from(fills)
        .innerJoin(orders, eq(orders.clientOrderId, fills.clientOrderId))
        .innerJoin(
          ledger,
          and(eq(ledger.clientOrderId, fills.clientOrderId), eq(ledger.kind, 'trade')),
        )
        .orderBy(desc(ledger.id))
        .limit(limit);
      return latest.toReversed();
    },
  };
}
