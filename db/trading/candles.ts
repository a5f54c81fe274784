import { and, asc, eq, gte, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { candleRanges, candles } from '../schema/index.ts';

/** The candles of one instrument and timeframe, as one source gave them. */
export type CandleSeries = { source: string; instrument: string; timeframe: string };

/** A stretch of time from `from` to before `until`, in milliseconds since 1970. */
export type Stretch = { from: number; until: number };

export type CandleRow = {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** Keeps the complete candles of sources, and which stretches of them are all there. */
export function candleRepository(db: Database) {
  return {
    /** What is there of a series, oldest first. */
    async stretches(series: CandleSeries): Promise<Stretch[]> {
      const rows = await db
        .select()
        .from(candleRanges)
        .where(isOf(candleRanges, series))
        .orderBy(asc(candleRanges.from));
      return rows.map(({ from, until }) => ({ from: from.getTime(), until: until.getTime() }));
    },

    /** The candles that open within a stretch, oldest first. */
    async read(series: CandleSeries, { from, until }: Stretch): Promise<CandleRow[]> {
      const rows = await db
        .select()
        .from(candles)
        .where(
          and(
            isOf(candles, series),
            gte(candles.time, new Date(from)),
            lt(candles.time, new Date(until)),
          ),
        )
        .orderBy(asc(candles.time));
      return rows.map(({ time, open, high, low, close, volume }) => ({
        time: time.getTime(),
        open,
        high,
        low,
        close,
        volume,
      }));
    },

    /** Adds candles, and the stretch that is all there with them. A candle that is there already stays as it is. */
    async add(series: CandleSeries, rows: readonly CandleRow[], stretch: Stretch): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(series)}, 0))`);
        await insertAll(tx, series, rows);
        const touching = await tx
          .delete(candleRanges)
          .where(
            and(
              isOf(candleRanges, series),
              lte(candleRanges.from, new Date(stretch.until)),
              gte(candleRanges.until, new Date(stretch.from)),
            ),
          )
          .returning();
        await tx.insert(candleRanges).values({
          ...series,
          from: new Date(Math.min(stretch.from, ...touching.map(({ from }) => from.getTime()))),
          until: new Date(Math.max(stretch.until, ...touching.map(({ until }) => until.getTime()))),
        });
      });
    },

    /** Forgets a series, as when all its prices were changed by a split. */
    async forget(series: CandleSeries): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(series)}, 0))`);
        await tx.delete(candles).where(isOf(candles, series));
        await tx.delete(candleRanges).where(isOf(candleRanges, series));
      });
    },
  };
}

export type CandleRepository = ReturnType<typeof candleRepository>;

/** Thousands of rows as one value: many times faster than a value for each figure. */
async function insertAll(
  db: Database,
  { source, instrument, timeframe }: CandleSeries,
  rows: readonly CandleRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => ({ ...row, time: new Date(row.time).toISOString() }));
  await db.execute(sql`
    insert into ${candles} (source, instrument, timeframe, time, open, high, low, close, volume)
    select ${source}, ${instrument}, ${timeframe}, time, open, high, low, close, volume
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given (
      time timestamptz, open float8, high float8, low float8, close float8, volume float8
    )
    on conflict do nothing`);
}

function isOf(
  table: typeof candles | typeof candleRanges,
  { source, instrument, timeframe }: CandleSeries,
) {
  return and(
    eq(table.source, source),
    eq(table.instrument, instrument),
    eq(table.timeframe, timeframe),
  );
}

function keyOf({ source, instrument, timeframe }: CandleSeries): string {
  return `candles ${source} ${instrument} ${timeframe}`;
}
