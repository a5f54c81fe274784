import { index, integer, json, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type {
  DecisionVia,
  Escalation,
  RefusedDecision,
  Voice,
} from '../../contracts/runs/decision.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import type { Channel } from '../../contracts/runs/notify.ts';
import { runs } from './runs.ts';
import { time } from './columns.ts';
import { sealed } from './sealed.ts';
import { shownJson, shownList, shownNone, shownObject, shownTime } from './stand-ins.ts';

const shownVoice = (notice: string): Voice => ({
  by: notice,
  at: shownTime,
  comment: null,
  via: 'api',
  args: null,
  hash: '',
  seenHash: null,
  counts: [],
  signature: '',
});

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
    title: sealed.text('title').notNull(),
    show: sealed.json<Json>('show', shownJson).notNull(),
    /** The tool whose arguments the person may change; null where there is nothing to change. */
    tool: text('tool'),
    args: sealed.json<Json>('args', shownJson),
    /** What was approved in place of `args`. */
    editedArgs: sealed.json<JsonObject>('edited_args', shownObject),
    /**
     * SHA-256 of what is decided on as canonical JSON, hex: `show`, or `[show, args]` where there are any; `[tool, args]`
     * where an agent asks to make a call.
     */
    hash: text('hash').notNull(),
    /** Whose content it rests on, where others wrote it. */
    outside: sealed.jsonb<string[]>('outside', shownList).notNull().default([]),
    approvers: jsonb('approvers').$type<string[]>().notNull(),
    /** How many different people must approve. */
    quorum: integer('quorum').notNull().default(1),
    /** Who approved while more than one must, oldest first. */
    voices: sealed.jsonMembers<Voice[]>('voices', shownVoice).notNull().default([]),
    /** Who else may decide once nobody has for long; null where nobody. */
    escalation: json('escalation').$type<Escalation>(),
    /** When they were asked; null where they were not yet. */
    escalatedAt: time('escalated_at'),
    /** The secret that a decision must carry; null where an older version asked. */
    token: sealed.secret('token'),
    /** Decisions that did not count, oldest first. */
    refusals: sealed.jsonb<RefusedDecision[]>('refusals', shownNone).notNull().default([]),
    status: text('status').$type<ApprovalStatus>().notNull(),
    decidedBy: text('decided_by'),
    comment: sealed.text('comment'),
    requestedAt: time('requested_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    decidedAt: time('decided_at'),
    /** How the decision came; null where an older version took it in, or nobody decided. */
    via: text('via').$type<DecisionVia>(),
    /** The hash that the decision named. */
    seenHash: text('seen_hash'),
    /** Proof of who decided what, made where the decision was taken in. */
    signature: text('signature'),
  },
  (table) => [index('approvals_status').on(table.status), index('approvals_run').on(table.runId)],
);

/** Links that one person may decide one approval with, once: what was sent holds the token, the records its digest. */
export const approvalLinks = pgTable(
  'approval_links',
  {
    /** SHA-256 of the token, hex. */
    digest: text('digest').primaryKey(),
    /** To speak of it where the token must not be. */
    id: text('id').notNull(),
    approvalId: text('approval_id')
      .notNull()
      .references(() => approvals.id, { onDelete: 'cascade' }),
    user: text('user').notNull(),
    /** How it was sent. */
    channel: text('channel').$type<Channel>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('approval_links_approval').on(table.approvalId, table.user)],
);
