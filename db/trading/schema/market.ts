import { doublePrecision, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '../../schema/columns.ts';

/** Instruments that were looked up. */
export const instruments = pgTable('instruments', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<'crypto' | 'equity' | 'index'>().notNull(),
  name: text('name'),
  base: text('base'),
  quote: text('quote'),
  exchange: text('exchange'),
  currency: text('currency').notNull(),
  /** Its name in each source, by the source's id; null if a source does not have it. */
  names: jsonb('names').$type<Record<string, string | null>>().notNull(),
  resolvedAt: time('resolved_at').notNull().defaultNow(),
});

/** The instrument of each symbol that was looked up. */
export const instrumentSymbols = pgTable(
  'instrument_symbols',
  {
    symbol: text('symbol').primaryKey(),
    instrumentId: text('instrument_id')
      .notNull()
      .references(() => instruments.id),
  },
  (table) => [index('instrument_symbols_instrument').on(table.instrumentId)],
);

/** Complete candles. Each source has its own series. Prices are doubles, as in the sources. */
export const candles = pgTable(
  'candles',
  {
    source: text('source').notNull(),
    instrument: text('instrument').notNull(),
    timeframe: text('timeframe').notNull(),
    /** Opening time. */
    time: time('time').notNull(),
    open: doublePrecision('open').notNull(),
    high: doublePrecision('high').notNull(),
    low: doublePrecision('low').notNull(),
    close: doublePrecision('close').notNull(),
    volume: doublePrecision('volume').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.instrument, table.timeframe, table.time] }),
  ],
);

/** Time ranges for which all candles are stored. Ranges of one series neither touch nor overlap. */
export const candleRanges = pgTable(
  'candle_ranges',
  {
    source: text('source').notNull(),
    instrument: text('instrument').notNull(),
    timeframe: text('timeframe').notNull(),
    from: time('from').notNull(),
    until: time('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.instrument, table.timeframe, table.from] }),
  ],
);
