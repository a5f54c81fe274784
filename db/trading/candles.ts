import { and, asc, eq, gte, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { candleRanges, candles } from '../schema/index.ts';

/** A series of candles: one instrument and timeframe from one source. */
export type CandleSeries = { source: string; instrument: string; timeframe: string };

/** A time range from `from` to before `until`, in milliseconds since 1970. */
export type Stretch = { from: number; until: number };

export type CandleRow = {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** Stores complete candles of sources, and the time ranges for which all candles are stored. */
export function candleRepository(db: Database) {
  return {
    /** The stored ranges of a series, oldest first. */
    async stretches(series: CandleSeries): Promise<Stretch[]> {
      const rows = await db
        .select()
        .from(candleRanges)
        .where(isOf(candleRanges, series))
        .orderBy(asc(candleRanges.from));
      return rows.map(({ from, until }) => ({ from: from.getTime(), until: until.getTime() }));
    },

    /** The candles that open within a range, oldest first. */
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

    /** Adds candles and marks their range as complete. Existing candles stay unchanged. */
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

    /** Deletes a series, such as after a split changed all its prices. */
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

/** Inserts all rows as one JSON parameter, which is many times faster than one parameter per value. */
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
