import { json, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import type { FileProblem } from '../../contracts/agents/file-problem.ts';
import type { McpServerState } from '../../contracts/tools/mcp.ts';
import type { ModelDirectory } from '../../contracts/models/model-directory.ts';
import type { SideEffectPolicy } from '../../contracts/tools/side-effects.ts';
import type { Plan, ToolSpec } from '../../contracts/tools/tools.ts';
import { time } from './columns.ts';
import { sealed } from './sealed.ts';

/** What the workers can do, as the one that started last has said; the API reads it. */
export const catalog = pgTable('catalog', {
  id: text('id').$type<'workers'>().primaryKey(),
  // Not jsonb, which would put arguments and agents into an order of its own.
  tools: json('tools').$type<ToolSpec[]>().notNull(),
  /** Those that come with Baton and those of files. */
  agents: sealed.json<Record<string, AgentDefinition>>('agents', () => ({})).notNull(),
  /** The files of the agents that are kept in one. */
  agentFiles: json('agent_files').$type<Record<string, string>>().notNull().default({}),
  /** The planners of files that agents can name. */
  planners: json('planners').$type<string[]>().notNull().default([]),
  /** What is wrong with files of agents. */
  fileProblems: json('file_problems').$type<FileProblem[]>().notNull().default([]),
  /** The files of the tools that are kept in one. */
  toolFiles: json('tool_files').$type<Record<string, string>>().notNull().default({}),
  /** What is wrong with files of tools. */
  toolProblems: json('tool_problems').$type<FileProblem[]>().notNull().default([]),
  /** The MCP servers of the configuration, and how they are. */
  mcpServers: json('mcp_servers').$type<McpServerState[]>().notNull().default([]),
  /** The plan that tools are run under. */
  plan: text('plan').$type<Plan>().notNull().default('free'),
  /** Whether each switch is on for users for whom nothing is set, by its name. */
  switches: jsonb('switches').$type<Record<string, boolean>>().notNull().default({}),
  /** The tools that agents may use at all; null, any. */
  allowedTools: json('allowed_tools').$type<string[]>(),
  /** The freest that agents may be with side effects; null where the worker has not said. */
  sideEffects: text('side_effects').$type<SideEffectPolicy>(),
  /** What to do before agents can remember; null where they can. */
  memoryMissing: text('memory_missing'),
  /**
   * The chain of models for agents that name none; `demo` when no LLM is in it, `missing` what cannot be served.
   */
  models: jsonb('models')
    .$type<{ chain: string[]; demo: boolean; missing?: string[] } & Partial<ModelDirectory>>()
    .notNull(),
  /** What domains have to say of how they are set up, by the note's name. */
  notes: jsonb('notes').$type<Record<string, string>>().notNull().default({}),
  publishedAt: time('published_at').notNull().defaultNow(),
});
