import { json, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Plan } from '../../contracts/tools/tools.ts';
import { time } from './columns.ts';

/** What is set for single users; null where it is as the settings of this Baton have it. */
export const users = pgTable('users', {
  /** The name that runs give. */
  id: text('id').primaryKey(),
  plan: text('plan').$type<Plan>(),
  /** Those that are set for the user, by name. */
  switches: jsonb('switches').$type<Record<string, boolean>>().notNull().default({}),
  /** The only tools that the user may use; null, any. */
  allowedTools: json('allowed_tools').$type<string[]>(),
  deniedTools: json('denied_tools').$type<string[]>().notNull().default([]),
  changedAt: time('changed_at').notNull().defaultNow(),
});
