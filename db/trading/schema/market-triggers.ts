import { pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '../../schema/columns.ts';

/** Up to where the market was looked at for each trigger of it. */
export const marketTriggers = pgTable('market_triggers', {
  /** The id of the trigger. */
  trigger: text('trigger').primaryKey(),
  /** What it waits for, as text: changed, it begins anew. */
  terms: text('terms').notNull(),
  /** When it began, by this machine's clock. */
  beganAt: time('began_at').notNull().defaultNow(),
  /** Bars that open then or later are looked at, by the market's clock; null before the first look. */
  watchFrom: time('watch_from'),
});
