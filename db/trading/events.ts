import { asc, eq, max } from 'drizzle-orm';
import type { BookEvent } from '../../contracts/trading/book-events.ts';
import type { Database } from '../open.ts';
import { tradingEvents } from './schema/trading.ts';

/** Appends events of an account. They are never changed. */
export async function appendEvents(
  tx: Database,
  accountId: string,
  events: readonly BookEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await tx.insert(tradingEvents).values(
    events.map((event) => ({
      accountId,
      clientOrderId: 'orderId' in event ? event.orderId : null,
      kind: event.kind,
      event,
    })),
  );
}

/** All events of an account, in order. */
export async function listEvents(db: Database, accountId: string): Promise<BookEvent[]> {
  const rows = await db
    .select({ event: tradingEvents.event })
    .from(tradingEvents)
    .where(eq(tradingEvents.accountId, accountId))
    .orderBy(asc(tradingEvents.sequence));
  return rows.map(({ event }) => event as BookEvent);
}

/** The sequence number of the newest event of an account; null without events. */
export async function lastEvent(db: Database, accountId: string): Promise<number | null> {
  const [row] = await db
    .select({ last: max(tradingEvents.sequence) })
    .from(tradingEvents)
    .where(eq(tradingEvents.accountId, accountId));
  return row?.last ?? null;
}

/** The events of an order, in order, with the time at which they were stored. */
export async function listOrderEvents(
  db: Database,
  clientOrderId: string,
): Promise<{ event: BookEvent; at: Date }[]> {
  const rows = await db
    .select({ event: tradingEvents.event, at: tradingEvents.at })
    .from(tradingEvents)
    .where(eq(tradingEvents.clientOrderId, clientOrderId))
    .orderBy(asc(tradingEvents.sequence));
  return rows.map(({ event, at }) => ({ event: event as BookEvent, at }));
}
