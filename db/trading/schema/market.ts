import { doublePrecision, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '../../schema/columns.ts';

/** What symbols stand for, as it was looked up once. */
export const instruments = pgTable('instruments', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<'crypto' | 'equity' | 'index'>().notNull(),
  name: text('name'),
  base: text('base'),
  quote: text('quote'),
  exchange: text('exchange'),
  currency: text('currency').notNull(),
  /** What each source calls it; null where one does not have it. */
  names: jsonb('names').$type<Record<string, string | null>>().notNull(),
  resolvedAt: time('resolved_at').notNull().defaultNow(),
});

/** The symbols that instruments were asked for by. */
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

/** Complete candles as a source gave them, and never those of another. Doubles, as sources have them. */
export const candles = pgTable(
  'candles',
  {
    source: text('source').notNull(),
    instrument: text('instrument').notNull(),
    timeframe: text('timeframe').notNull(),
    /** When it opened. */
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

/** The stretches of time whose candles are all there; those of one series neither touch nor overlap. */
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
