import { and, asc, desc, eq, gte, sql } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { equityPoints } from './schema/trading.ts';

export type EquityPoint = Omit<typeof equityPoints.$inferSelect, 'id' | 'accountId' | 'marks'>;

/** Notes what an account was worth; of one minute of the market the first look counts. */
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

/** The columns of a point, its amounts without zeros at their end. */
export const plainEquity = {
  marketTime: equityPoints.marketTime,
  at: equityPoints.at,
  cash: plain('cash', 'plain_cash'),
  equity: plain('equity', 'plain_equity'),
  realizedPnl: plain('realizedPnl', 'plain_realized'),
  unrealizedPnl: plain('unrealizedPnl', 'plain_unrealized'),
};

/** The latest points of an account, in the order of its market. */
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
