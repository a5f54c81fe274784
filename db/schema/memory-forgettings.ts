import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/**
 * What agents were told to forget, wherever their memories are kept; every part that is not null must hold. What runs
 * from before find later is not remembered either, so that a row is kept as long as they go on.
 */
export const memoryForgettings = pgTable(
  'memory_forgettings',
  {
    id: text('id').primaryKey(),
    /** Null for every agent. */
    agent: text('agent'),
    memoryId: uuid('memory_id'),
    runId: text('run_id'),
    user: text('user'),
    /** Memories that were there. */
    forgotten: integer('forgotten').notNull().default(0),
    at: time('at').notNull().defaultNow(),
    /** When the store had forgotten them; null until then. */
    doneAt: time('done_at'),
  },
  (table) => [
    index('memory_forgettings_pending')
      .on(table.at)
      .where(sql`${table.doneAt} is null`),
  ],
);
