import { pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '../../schema/columns.ts';

/** How far the market was checked for each market trigger. */
export const marketTriggers = pgTable('market_triggers', {
  /** The id of the trigger. */
  trigger: text('trigger').primaryKey(),
  /** What it waits for, as text. If this changes, it starts anew. */
  terms: text('terms').notNull(),
  /** When it last started, in real time. */
  beganAt: time('began_at').notNull().defaultNow(),
  /** Bars that open at or after this market time are checked; null before the first check. */
  watchFrom: time('watch_from'),
});
