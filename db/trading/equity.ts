import { and, asc, desc, eq, gte, sql } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { equityPoints } from './schema/trading.ts';

export type EquityPoint = Omit<typeof equityPoints.$inferSelect, 'id' | 'accountId' | 'marks'>;

/** Stores the equity of an account. Only the first point of each market minute is kept. */
export async function insertEquityPoint(
  db: Database,
  point: Omit<typeof equityPoints.$inferInsert, 'id' | 'at'>,
): Promise<void> {
  const marketTime = new Date(Math.floor(point.marketTime.getTime() / 60_000) * 60_000);
  await db
    .insert(equityPoints)
    .values({ ...point, marketTime })
    .onConflictDoNothing();
}

const plain = (column: keyof typeof equityPoints._.columns, name: string) =>
  sql<string>`trim_scale(${equityPoints[column]})::text`.as(name);

/** The columns of an equity point, with amounts as decimal text without trailing zeros. */
export const plainEquity = {
  marketTime: equityPoints.marketTime,
  at: equityPoints.at,
  cash: plain('cash', 'plain_cash'),
  equity: plain('equity', 'plain_equity'),
  realizedPnl: plain('realizedPnl', 'plain_realized'),
  unrealizedPnl: plain('unrealizedPnl', 'plain_unrealized'),
};

/** The latest equity points of an account, in order of market time. */
export async function listEquity(
  db: Database,
  filter: { accountId: string; since?: Date | undefined; limit: number },
): Promise<EquityPoint[]> {
  const { accountId, since, limit } = filter;
  const latest = db
    .select(plainEquity)
    .from(equityPoints)
    .where(
      and(
        eq(equityPoints.accountId, accountId),
        since === undefined ? undefined : gte(equityPoints.marketTime, since),
      ),
    )
    .orderBy(desc(equityPoints.marketTime))
    .limit(limit)
    .as('latest');
  return db.select().from(latest).orderBy(asc(latest.marketTime));
}
