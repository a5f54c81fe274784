import { json, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Pipeline } from '../../contracts/pipeline.ts';

/** Stored pipelines; those shipped are written here at start. */
export const pipelines = pgTable('pipelines', {
  name: text('name').primaryKey(),
  document: json('document').$type<Pipeline>().notNull(),
  hash: text('hash').notNull(),
  source: text('source').$type<'shipped' | 'user'>().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
