import { index, json, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Json } from '../../contracts/json.ts';
import { runs } from './runs.ts';
import { time } from './columns.ts';

export type ApprovalStatus = 'pending' | 'approved' | 'rejected' | 'expired' | 'withdrawn';

/** A decision that a person is asked for. */
export const approvals = pgTable(
  'approvals',
  {
    id: text('id').primaryKey(),
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    nodePath: text('node_path').notNull(),
    /** The workflow that waits for the signal. */
    workflowId: text('workflow_id').notNull(),
    title: text('title').notNull(),
    show: json('show').$type<Json>().notNull(),
    /** SHA-256 of `show` as canonical JSON, hex. */
    hash: text('hash').notNull(),
    approvers: jsonb('approvers').$type<string[]>().notNull(),
    status: text('status').$type<ApprovalStatus>().notNull(),
    decidedBy: text('decided_by'),
    comment: text('comment'),
    requestedAt: time('requested_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    decidedAt: time('decided_at'),
  },
  (table) => [index('approvals_status').on(table.status), index('approvals_run').on(table.runId)],
);
