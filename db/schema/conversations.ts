import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import type { Budget } from '../../contracts/models/budget.ts';
import type { JsonSchema } from '../../contracts/base/json.ts';
import type { ChatMessage } from '../../contracts/models/messages.ts';
import { runs } from './runs.ts';
import { time } from './columns.ts';
import { sealed } from './sealed.ts';
import { shownList } from './stand-ins.ts';

/** One agent at work on one task; its id is that of the agent's workflow. */
export const conversations = pgTable('conversations', {
  id: text('id').primaryKey(),
  runId: text('run_id')
    .notNull()
    .references(() => runs.id, { onDelete: 'cascade' }),
  nodePath: text('node_path').notNull(),
  agent: sealed.jsonb<AgentDefinition>('agent').notNull(),
  /** Role by name of the agents it may delegate to. */
  delegates: sealed.jsonb<Record<string, string>>('delegates').notNull(),
  settings: sealed
    .jsonb<{
      maximumOutputTokens?: number;
      temperature?: number;
      schema?: JsonSchema;
      /** Short texts of the input of its pipeline: its result must be of what they name. */
      asked?: Record<string, string>;
    }>('settings')
    .notNull(),
  /** Budgets of the agent and of those that delegated to it. */
  budgets: jsonb('budgets').$type<Budget[]>().notNull().default([]),
  /** Whose content its task rests on, where others wrote it. */
  outside: sealed.jsonb<string[]>('outside', shownList).notNull().default([]),
  /** The conversation that it goes on from: of an earlier attempt, or of the run that is retried. */
  continues: text('continues'),
  createdAt: time('created_at').notNull().defaultNow(),
});

/**
 * The messages of a conversation. Turn 0 holds the system prompt and the task; a later turn holds the
 * model's answer at position 0 and the result of its call n at position n + 1.
 */
export const messages = pgTable(
  'messages',
  {
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    turn: integer('turn').notNull(),
    position: integer('position').notNull(),
    message: sealed
      .jsonb<ChatMessage>('message', (notice) => ({ role: 'user', text: notice }))
      .notNull(),
    /** Whose content it holds, where others wrote it; null also where an older version stored the message. */
    outside: sealed.jsonb<string[]>('outside', shownList),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.conversationId, table.turn, table.position] })],
);
