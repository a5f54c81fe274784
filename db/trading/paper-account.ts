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

/** An account with its ledger sums, as decimal text. */
export type AccountSums = {
  currency: string;
  openedAt: Date;
  deposited: string;
  cash: string;
  reserved: string;
  fees: string;
  borrowFees: string;
};

/** An order with its fills, in order of booking. */
export type OrderWithFills = { order: OrderRow; fills: FillRow[] };

/** The last order of a page. */
export type OrderCursor = { placedAt: Date; id: string };

const sumOf = (...kinds: (typeof ledger.kind._.data)[]) =>
  sql<string>`trim_scale(coalesce(sum(${ledger.amount}) filter (where ${ledger.kind} in ${kinds}), 0))::text`;

/** Truncated to milliseconds, the precision of cursors. */
const placedAt = sql`date_trunc('milliseconds', ${orders.placedAt})`;

/** Reads a paper account with its orders and fills, and requests cancels. Everything else is up to the exchange. */
export function paperAccountReader(db: Database, accountId: string) {
  const isOwn = eq(orders.accountId, accountId);

  /** The order, if it belongs to the account. */
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

    /** Orders, newest first. */
    async orders(filter: {
      /** Default: any status. */
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

    /** An order with its fills and events; undefined if there is none. */
    async order(
      id: string,
    ): Promise<(OrderWithFills & { events: { event: BookEvent; at: Date }[] }) | undefined> {
      const found = await findOwn(id);
      if (!found) return undefined;
      const [one] = await withFills(db, [found]);
      return { ...one!, events: await listOrderEvents(db, id) };
    },

    /** Requests the cancel of an order. Unknown and ended orders are ignored. */
    async cancel(id: string, reason: string): Promise<void> {
      if (await findOwn(id)) await requestCancel(db, { clientOrderId: id, reason });
    },

    /** The latest equity points, in order of market time. */
    equity: (filter: { since?: Date | undefined; limit: number }): Promise<EquityPoint[]> =>
      listEquity(db, { ...filter, accountId }),

    /** The latest fills, in order of booking. */
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

/** Adds fills to orders. */
export async function withFills(db: Database, rows: OrderRow[]): Promise<OrderWithFills[]> {
  const all = await listFillsOf(
    db,
    rows.map(({ clientOrderId }) => clientOrderId),
  );
  const fillsOf = Map.groupBy(all, ({ clientOrderId }) => clientOrderId);
  return rows.map((order) => ({ order, fills: fillsOf.get(order.clientOrderId) ?? [] }));
}
