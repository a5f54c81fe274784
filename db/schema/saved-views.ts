import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ViewPage } from '../../contracts/api/views.ts';
import { time } from './columns.ts';
import { sealed } from './sealed.ts';

/** Filters of lists that users have named, to come back to them. */
export const savedViews = pgTable(
  'saved_views',
  {
    user: text('user').notNull(),
    page: text('page').$type<ViewPage>().notNull(),
    name: text('name').notNull(),
    search: sealed.json<Record<string, string>>('search', (notice) => ({ text: notice })).notNull(),
    savedAt: time('saved_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.user, table.page, table.name] })],
);
