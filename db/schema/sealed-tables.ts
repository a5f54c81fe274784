import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/** How far the rows of earlier versions, which are in plain text, are sealed. */
export const sealedTables = pgTable('sealed_tables', {
  table: text('table').primaryKey(),
  /** The columns that are sealed in it: one that is added begins anew. */
  columns: text('columns').notNull(),
  /** The primary key of the last row that was looked at; null before the first. */
  position: jsonb('position').$type<(string | number)[]>(),
  /** When all of them were sealed; null until then. */
  doneAt: time('done_at'),
});
