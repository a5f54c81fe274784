import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AlertComparison, AlertStatus } from '../../../contracts/trading/alerts.ts';
import { decimal, time } from '../../schema/columns.ts';
import { sealed } from '../../schema/sealed.ts';

/** A price alert of a user, which fires once. */
export const alerts = pgTable(
  'alerts',
  {
    id: text('id').primaryKey(),
    user: text('user').notNull(),
    /** The run, or the single tool call, that created it; null if a person did. */
    runId: text('run_id'),
    symbol: text('symbol').notNull(),
    comparison: text('comparison').$type<AlertComparison>().notNull(),
    price: decimal('price').notNull(),
    note: sealed.text('note'),
    status: text('status').$type<AlertStatus>().notNull().default('active'),
    createdAt: time('created_at').notNull().defaultNow(),
    /**
     * Bars that open at or after this market time are checked; null before the first check. Moves forward with each
     * bar.
     */
    watchFrom: time('watch_from'),
    /** The last price of the market. */
    lastPrice: decimal('last_price'),
    firedAt: time('fired_at'),
    /** The price that fired it, and its market time. */
    firedPrice: decimal('fired_price'),
    firedMarketTime: time('fired_market_time'),
    /** Why it cannot fire. */
    problem: sealed.text('problem'),
  },
  (table) => [
    index('alerts_user').on(table.user, table.createdAt),
    index('alerts_status').on(table.status),
  ],
);

/** The instruments on users' watchlists. */
export const watchlist = pgTable(
  'watchlist',
  {
    user: text('user').notNull(),
    symbol: text('symbol').notNull(),
    note: sealed.text('note'),
    addedAt: time('added_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.user, table.symbol] })],
);
