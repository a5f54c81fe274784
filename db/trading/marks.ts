import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { equityPoints, fills, orders } from './schema/trading.ts';

/** A recorded price as decimal text, and its time in ISO 8601. */
export type Mark = { price: string; asOf: string };
export type Marks = Record<string, Mark>;

type Bar = { close?: number; asOf?: string };

/**
 * The last recorded price of a symbol for an account: from a valuation, the close of a bar that filled an order (or the
 * fill price if the bar is unknown), or of a bar at which an order was decided. Undefined if there never was one.
 */
export async function findLastMark(
  db: Database,
  accountId: string,
  symbol: string,
): Promise<Mark | undefined> {
  const isOf = and(eq(orders.accountId, accountId), eq(orders.symbol, symbol));
  const [valued] = await db
    .select({ marks: equityPoints.marks })
    .from(equityPoints)
    .where(
      and(
        eq(equityPoints.accountId, accountId),
        sql`${equityPoints.marks} -> ${symbol} is not null`,
      ),
    )
    .orderBy(desc(equityPoints.marketTime))
    .limit(1);
  const [filled] = await db
    .select({ bar: fills.bar, at: fills.at, price: fills.price })
    .from(fills)
    .innerJoin(orders, eq(fills.clientOrderId, orders.clientOrderId))
    .where(isOf)
    .orderBy(desc(fills.sequence))
    .limit(1);
  const [decided] = await db
    .select({ bar: orders.acceptedBar, at: orders.placedAt })
    .from(orders)
    .where(and(isOf, sql`${orders.acceptedBar} -> 'close' is not null`))
    .orderBy(desc(orders.sequence))
    .limit(1);
  const marks = [
    valued && (valued.marks as Marks)[symbol],
    filled && markOf(filled.bar as Bar, filled),
    decided && markOf(decided.bar as Bar, decided),
  ];
  return marks
    .filter((mark) => mark !== undefined)
    .toSorted((one, other) => one.asOf.localeCompare(other.asOf))
    .at(-1);
}

function markOf({ close, asOf }: Bar, { at, price }: { at: Date; price?: string }): Mark {
  return { price: String(close ?? price), asOf: asOf ?? at.toISOString() };
}
