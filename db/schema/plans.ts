import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PlanStep } from '../../contracts/agents/plan.ts';
import { time } from './columns.ts';
import { sealed } from './sealed.ts';
import { conversations } from './conversations.ts';
import { runs } from './runs.ts';

/** The plans of agents, every revision of each. */
export const plans = pgTable(
  'plans',
  {
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Counted from 1. */
    revision: integer('revision').notNull(),
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    nodePath: text('node_path').notNull(),
    /** The step that made the revision, which makes it once: `turn-3`, `turn-3.call-1`. */
    step: text('step').notNull(),
    /** Why the agent planned anew, where it did. */
    reason: sealed.text('reason'),
    steps: sealed
      .jsonb<PlanStep[]>('steps', (notice) => [{ id: '1', text: notice, status: 'skipped' }])
      .notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.revision] }),
    uniqueIndex('plans_step').on(table.conversationId, table.step),
    index('plans_run').on(table.runId),
  ],
);
