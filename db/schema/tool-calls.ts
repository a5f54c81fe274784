import { boolean, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { Json } from '../../contracts/base/json.ts';
import type { ToolOutcome, ToolRefusalCode } from '../../contracts/tools/tools.ts';
import { time } from './columns.ts';
import { sealed } from './sealed.ts';
import { shownJson } from './stand-ins.ts';

/** Every attempt at a tool call, allowed or refused: the audit log. */
export const toolCalls = pgTable(
  'tool_calls',
  {
    id: text('id').primaryKey(),
    at: time('at').notNull(),
    /** As it was asked for where there is no such tool. */
    tool: text('tool').notNull(),
    /** Null where there is no such tool. */
    version: integer('version'),
    sideEffect: boolean('side_effect').notNull(),
    user: text('user').notNull(),
    runId: text('run_id').notNull(),
    /** The same on every attempt at one call. */
    key: text('key').notNull(),
    /** The agent that asked; null where none did. */
    agent: text('agent'),
    /** Without secrets, and cut. */
    args: sealed.json<Json>('args', shownJson).notNull(),
    outcome: text('outcome').$type<ToolOutcome>().notNull(),
    code: text('code').$type<ToolRefusalCode | 'INTERNAL'>(),
    message: sealed.text('message'),
    /** Null of one that has begun and whose end is not known. */
    executionMs: doublePrecision('execution_ms'),
    cached: boolean('cached').notNull(),
  },
  (table) => [
    index('tool_calls_at').on(table.at, table.id),
    index('tool_calls_tool').on(table.tool, table.at),
    index('tool_calls_user').on(table.user, table.at),
    index('tool_calls_run').on(table.runId),
  ],
);
