import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { ChatBody } from '../../contracts/models/model-request.ts';
import { time } from './columns.ts';
import { sealed } from './sealed.ts';

/** Requests that were kept with the answer that is expected, to evaluate models and prompts by. */
export const examples = pgTable(
  'examples',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    labels: jsonb('labels').$type<string[]>().notNull(),
    request: sealed
      .json<ChatBody>('request', (notice) => ({
        model: 'default',
        messages: [{ role: 'user', content: notice }],
      }))
      .notNull(),
    expected: sealed.text('expected').notNull(),
    /** The request that it was kept from. */
    requestId: text('request_id'),
    createdBy: text('created_by').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [index('examples_created').on(table.createdAt, table.id)],
);
