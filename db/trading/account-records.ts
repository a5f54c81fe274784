import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { BookEvent } from '../../contracts/trading/book-events.ts';
import type { Database } from '../open.ts';
import { runs } from '../schema/index.ts';
import { plainEquity } from './equity.ts';
import type { EquityPoint } from './equity.ts';
import type { FillRow, OrderRow } from './orders.ts';
import { withFills } from './paper-account.ts';
import type { OrderWithFills } from './paper-account.ts';
import { equityPoints, fills, orders, tradingEvents } from './schema/trading.ts';

const pageSize = 500;

/** Reads rows page by page, so that they are never all in memory. */
async function* pagesOf<Row>(
  read: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    const page = await read(last);
    yield page;
    last = page.at(-1);
    if (page.length < pageSize) return;
  }
}

async function* rowsOf<Row>(read: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  for await (const page of pagesOf(read)) yield* page;
}

/** A stored event of an account's book. */
export type EventRow = { sequence: number; at: Date; event: BookEvent };

/** A stored borrow fee of a symbol for one day. */
export type BorrowFeeRow = { sequence: number; event: Extract<BookEvent, { kind: 'borrow_fee' }> };

/** A run that placed orders on an account. */
export type OrderingRunRow = Pick<
  typeof runs.$inferSelect,
  'id' | 'pipeline' | 'status' | 'createdAt' | 'endedAt'
>;

/** All records of an account, oldest first. */
export function accountRecords(db: Database, accountId: string) {
  return {
    orders: (): AsyncGenerator<OrderWithFills> =>
      rowsOf(async (after) => {
        const page = await db
          .select()
          .from(orders)
          .where(
            and(
              eq(orders.accountId, accountId),
              after && gt(orders.sequence, after.order.sequence),
            ),
          )
          .orderBy(asc(orders.sequence))
          .limit(pageSize);
        return withFills(db, page);
      }),

    fills: (): AsyncGenerator<{ order: OrderRow; fill: FillRow }> =>
      rowsOf((after) =>
        db
          .select({ order: orders, fill: fills })
          .from(fills)
          .innerJoin(orders, eq(orders.clientOrderId, fills.clientOrderId))
          .where(
            and(eq(orders.accountId, accountId), after && gt(fills.sequence, after.fill.sequence)),
          )
          .orderBy(asc(fills.sequence))
          .limit(pageSize),
      ),

    events: (): AsyncGenerator<EventRow> =>
      rowsOf(async (after) => {
        const { sequence, at, event } = tradingEvents;
        const page = await db
          .select({ sequence, at, event })
          .from(tradingEvents)
          .where(and(eq(tradingEvents.accountId, accountId), after && gt(sequence, after.sequence)))
          .orderBy(asc(sequence))
          .limit(pageSize);
        return page.map((row) => ({ ...row, event: row.event as BookEvent }));
      }),

    borrowFees: (): AsyncGenerator<BorrowFeeRow> =>
      rowsOf(async (after) => {
        const { sequence, event } = tradingEvents;
        const page = await db
          .select({ sequence, event })
          .from(tradingEvents)
          .where(
            and(
              eq(tradingEvents.accountId, accountId),
              eq(tradingEvents.kind, 'borrow_fee'),
              after && gt(sequence, after.sequence),
            ),
          )
          .orderBy(asc(sequence))
          .limit(pageSize);
        return page.map((row) => ({ ...row, event: row.event as BorrowFeeRow['event'] }));
      }),

    equity: (): AsyncGenerator<EquityPoint> =>
      rowsOf((after) =>
        db
          .select(plainEquity)
          .from(equityPoints)
          .where(
            and(
              eq(equityPoints.accountId, accountId),
              after && gt(equityPoints.marketTime, after.marketTime),
            ),
          )
          .orderBy(asc(equityPoints.marketTime))
          .limit(pageSize),
      ),

    /** Runs that placed orders, in pages. Tool calls without a run are omitted. */
    runs: (): AsyncGenerator<OrderingRunRow[]> =>
      pagesOf((after) => {
        const { id, pipeline, status, createdAt, endedAt } = runs;
        const ordered = db
          .select({ one: orders.runId })
          .from(orders)
          .where(eq(orders.accountId, accountId));
        return db
          .select({ id, pipeline, status, createdAt, endedAt })
          .from(runs)
          .where(and(inArray(id, ordered), after && gt(id, after.id)))
          .orderBy(asc(id))
          .limit(pageSize);
      }),
  };
}
