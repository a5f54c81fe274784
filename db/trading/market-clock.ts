import { eq, sql } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { marketClock } from './schema/trading.ts';

/** The longest time that one tick makes up for: a market whose workers were off has stood still. */
const longestTickSeconds = 15;

/** Where the clock stands, in bars, or undefined before its first tick. */
export async function readMarketClock(db: Database, id: string): Promise<number | undefined> {
  const [row] = await db.select().from(marketClock).where(eq(marketClock.id, id));
  return row?.position;
}

/**
 * Moves the clock by the time since its last tick, in one statement, so that several workers may tick
 * it together. The first tick sets it to `start`.
 * @returns the position in bars, at most `end`.
 */
export async function tickMarketClock(
  db: Database,
  options: { id: string; start: number; end: number; barsPerSecond: number },
): Promise<number> {
  const elapsed = sql`extract(epoch from (clock_timestamp() - ${marketClock.tickedAt}))`;
  const seconds = sql`greatest(0, least(${elapsed}, ${longestTickSeconds}))::float8`;
  const [row] = await db
    .insert(marketClock)
    .values({ id: options.id, position: options.start, tickedAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: marketClock.id,
      set: {
        position: sql`least(${marketClock.position} + ${seconds} * ${options.barsPerSecond}::float8, ${options.end}::float8)`,
        tickedAt: sql`greatest(${marketClock.tickedAt}, clock_timestamp())`,
      },
    })
    .returning({ position: marketClock.position });
  return row!.position;
}
