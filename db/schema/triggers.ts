import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { JsonObject } from '../../contracts/base/json.ts';
import type { Trigger } from '../../contracts/pipelines/triggers/index.ts';
import type { TriggerKindName } from '../../contracts/pipelines/triggers/kinds.ts';
import type { FiringKind, FiringStatus } from '../../contracts/triggers/firing.ts';
import { time } from './columns.ts';
import { sealed } from './sealed.ts';
import { shownObject } from './stand-ins.ts';

/** The triggers of stored pipelines, with what is beside their documents: who they act for, and whether they are paused. */
export const triggers = pgTable(
  'triggers',
  {
    /** `<pipeline>.<trigger>` */
    id: text('id').primaryKey(),
    pipeline: text('pipeline').notNull(),
    /** The id in the document. */
    name: text('name').notNull(),
    kind: text('kind').$type<TriggerKindName>().notNull(),
    /** The event that it waits for, where it waits for one. */
    event: text('event'),
    definition: sealed.json<Trigger>('definition').notNull(),
    /** On whose behalf its runs are: of who stored the document; null until somebody resumes one that ships with Baton. */
    user: text('user'),
    /** The same, as records name them. */
    publishedBy: text('published_by'),
    pausedAt: time('paused_at'),
    /** Null where it came paused. */
    pausedBy: text('paused_by'),
    /** What callers of a webhook sign with, or send along; null until somebody asks for one. */
    secret: sealed.secret('secret'),
    secretAt: time('secret_at'),
    /** The one before, until a time. */
    oldSecret: sealed.secret('old_secret'),
    oldSecretUntil: time('old_secret_until'),
    /** Counts what Temporal has to be told of: changes, pauses and the end. */
    revision: integer('revision').notNull().default(1),
    /** The revision that Temporal was told of last. */
    toldRevision: integer('told_revision').notNull().default(0),
    /** Why Temporal does not take it. */
    refusal: sealed.text('refusal'),
    /** Whoever starts runs of it one by one has it until then. */
    heldUntil: time('held_until'),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
    /** When it left its document; the row goes when Temporal was told. */
    removedAt: time('removed_at'),
  },
  (table) => [
    index('triggers_pipeline').on(table.pipeline),
    index('triggers_event').on(table.event),
    index('triggers_untold')
      .on(table.id)
      .where(sql`${table.toldRevision} <> ${table.revision}`),
  ],
);

/** Each time that a trigger fired, and what became of it. */
export const triggerFirings = pgTable(
  'trigger_firings',
  {
    /** `<trigger>~<what fired it>`: what happened once fires once. */
    id: text('id').primaryKey(),
    trigger: text('trigger').notNull(),
    kind: text('kind').$type<FiringKind>().notNull(),
    /** When it fired; of a schedule, the time that it was set for. */
    at: time('at').notNull(),
    /** Who fired it, where that was somebody. */
    by: text('by'),
    /** What expressions read under `event`, beside `kind` and `at`. */
    event: sealed.json<JsonObject>('event', shownObject).notNull(),
    status: text('status').$type<FiringStatus>().notNull().default('pending'),
    /** Why it was skipped, waits, or failed the last time. */
    reason: sealed.text('reason'),
    /** How often it could not start its run. */
    failures: integer('failures').notNull().default(0),
    /** When it is looked at again. */
    dueAt: time('due_at').notNull().defaultNow(),
    /** Of the run that it starts, or has started. */
    runId: text('run_id').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    endedAt: time('ended_at'),
  },
  (table) => [
    index('trigger_firings_of').on(table.trigger, table.createdAt, table.id),
    index('trigger_firings_due')
      .on(table.dueAt)
      .where(sql`${table.status} = 'pending'`),
    index('trigger_firings_created').on(table.createdAt),
  ],
);
