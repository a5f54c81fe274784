import { pgTable, text } from 'drizzle-orm/pg-core';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import { time } from './columns.ts';
import { sealed } from './sealed.ts';
import { shownAgent } from './stand-ins.ts';

/** The agents that were made through the API. */
export const agents = pgTable('agents', {
  name: text('name').primaryKey(),
  definition: sealed.json<AgentDefinition>('definition', shownAgent).notNull(),
  hash: text('hash').notNull(),
  /** The hash of what was deployed from a file last: another one than `hash` where it was changed elsewhere since. */
  deployedHash: text('deployed_hash'),
  /** Who stored it last. */
  updatedBy: text('updated_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
});
