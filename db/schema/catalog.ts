import { json, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { AgentDefinition } from '../../contracts/agents.ts';
import type { ModelDirectory } from '../../contracts/model-directory.ts';
import type { Plan, ToolSpec } from '../../contracts/tools.ts';
import { time } from './columns.ts';

/** What the workers can do, as the one that started last has said; the API reads it. */
export const catalog = pgTable('catalog', {
  id: text('id').$type<'workers'>().primaryKey(),
  // Not jsonb, which would put arguments and agents into an order of its own.
  tools: json('tools').$type<ToolSpec[]>().notNull(),
  agents: json('agents').$type<Record<string, AgentDefinition>>().notNull(),
  /** The plan that tools are run under. */
  plan: text('plan').$type<Plan>().notNull().default('free'),
  /**
   * The chain of models for agents that name none; `demo` when no LLM is in it, `missing` what cannot be served.
   */
  models: jsonb('models')
    .$type<{ chain: string[]; demo: boolean; missing?: string[] } & Partial<ModelDirectory>>()
    .notNull(),
  /** Where prices come from, in words. */
  marketData: text('market_data').notNull(),
  publishedAt: time('published_at').notNull().defaultNow(),
});
