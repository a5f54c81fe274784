import { boolean, json, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Role } from '../../contracts/access/roles.ts';
import type { Plan } from '../../contracts/tools/tools.ts';
import { time } from './columns.ts';

/** Users with roles or settings of their own; null where it is as the settings of this Baton have it. */
export const users = pgTable('users', {
  /** The name that runs give. */
  id: text('id').primaryKey(),
  plan: text('plan').$type<Plan>(),
  /** Those that are set for the user, by name. */
  switches: jsonb('switches').$type<Record<string, boolean>>().notNull().default({}),
  /** The only tools that the user may use; null, any. */
  allowedTools: json('allowed_tools').$type<string[]>(),
  deniedTools: json('denied_tools').$type<string[]>().notNull().default([]),
  /** A user without any cannot sign in: somebody else acts for it. */
  roles: jsonb('roles').$type<Role[]>().notNull().default([]),
  /** Names by which approvers are named together, such as `desk`. */
  groups: jsonb('groups').$type<string[]>().notNull().default([]),
  /** Whether requests may name other users, as a service does that serves many. */
  actsForOthers: boolean('acts_for_others').notNull().default(false),
  changedAt: time('changed_at').notNull().defaultNow(),
});
