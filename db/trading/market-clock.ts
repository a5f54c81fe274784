import { eq, sql } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { marketClock } from './schema/trading.ts';

/** The longest time that one tick makes up for: a market whose workers were off has stood still. */
const longestTickSeconds = 15;

const elapsed = sql`extract(epoch from (clock_timestamp() - ${marketClock.tickedAt}))`;
const seconds = sql`greatest(0, least(${elapsed}, ${sql.raw(String(longestTickSeconds))}))::float8`;
/** Where it stands now: it moves on between ticks as fast as the last one has said. */
const now = sql<number>`${marketClock.position} + ${seconds} * ${marketClock.barsPerSecond}`;

/** Where the clock stands, in bars, or undefined before its first tick; it may have come to beyond its end. */
export async function readMarketClock(db: Database, id: string): Promise<number | undefined> {
  const [row] = await db.select({ position: now }).from(marketClock).where(eq(marketClock.id, id));
  return row?.position;
}

/**
 * Moves the clock by the time since its last tick, as fast as that has said, and says how fast it moves from now on: in
 * one statement, so that several workers may tick it together. The first tick sets it to `start`.
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
