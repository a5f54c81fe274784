import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { AgentDefinition } from '../../contracts/agents.ts';
import type { ToolSpec } from '../../contracts/tools.ts';
import { time } from './columns.ts';

/** What the workers can do, as the one that started last has said; the API reads it. */
export const catalog = pgTable('catalog', {
  id: text('id').$type<'workers'>().primaryKey(),
  tools: jsonb('tools').$type<ToolSpec[]>().notNull(),
  agents: jsonb('agents').$type<Record<string, AgentDefinition>>().notNull(),
  /** The chain of models for agents that name none; `demo` when no LLM is in it. */
  models: jsonb('models').$type<{ chain: string[]; demo: boolean }>().notNull(),
  /** Where prices come from, in words. */
  marketData: text('market_data').notNull(),
  publishedAt: time('published_at').notNull().defaultNow(),
});
