import { eq, sql } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { marketClock } from './schema/trading.ts';

/** The most time that one tick can advance the clock. While no worker runs, the market stands still. */
const longestTickSeconds = 15;

const elapsed = sql`extract(epoch from (clock_timestamp() - ${marketClock.tickedAt}))`;
const seconds = sql`greatest(0, least(${elapsed}, ${sql.raw(String(longestTickSeconds))}))::float8`;
/** The current position. Between ticks the clock moves at the speed of the last tick. */
const now = sql<number>`${marketClock.position} + ${seconds} * ${marketClock.barsPerSecond}`;

/** The position of the clock, in bars; undefined before its first tick. It can be beyond the end of the replay. */
export async function readMarketClock(db: Database, id: string): Promise<number | undefined> {
  const [row] = await db.select({ position: now }).from(marketClock).where(eq(marketClock.id, id));
  return row?.position;
}

/**
 * Advances the clock by the time since its last tick, at the speed set then, and sets the speed from now on. It is one
 * statement, so that several workers can tick it together. The first tick sets it to `start`.
 * @returns the position in bars, at most `end`.
 */
export async function tickMarketClock(
  db: Database,
  options: { id: string; start: number; end: number; barsPerSecond: number },
): Promise<number> {
  const { id, start, end, barsPerSecond } = options;
  const [row] = await db
    .insert(marketClock)
    .values({ id, position: start, tickedAt: sql`clock_timestamp()`, barsPerSecond })
    .onConflictDoUpdate({
      target: marketClock.id,
      set: {
        position: sql`least(${now}, ${end}::float8)`,
        tickedAt: sql`greatest(${marketClock.tickedAt}, clock_timestamp())`,
        barsPerSecond,
      },
    })
    .returning({ position: marketClock.position });
  return row!.position;
}
