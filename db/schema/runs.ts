import { sql } from 'drizzle-orm';
import {
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Budget, BudgetSettings } from '../../contracts/models/budget.ts';
import type { ModelAttempt } from '../../contracts/models/model-request.ts';
import type { Priority } from '../../contracts/models/messages.ts';
import type { Notify } from '../../contracts/runs/notify.ts';
import type { CompiledPipeline } from '../../contracts/pipelines/pipeline.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import type {
  Interruption,
  NodeState,
  RunError,
  RunKind,
  RunStatus,
} from '../../contracts/runs/run.ts';
import type { RetryPlan } from '../../contracts/runs/retry.ts';
import type { RunCause } from '../../contracts/triggers/firing.ts';
import type { Moment } from '../../contracts/tools/moment.ts';
import { decimal, time } from './columns.ts';
import { sealed } from './sealed.ts';
import {
  shownCompiled,
  shownError,
  shownJson,
  shownList,
  shownNodes,
  shownObject,
  shownTime,
} from './stand-ins.ts';

/** One run of a pipeline; `id` is also the id of its workflow. */
export const runs = pgTable(
  'runs',
  {
    id: text('id').primaryKey(),
    /** A task is a run whose pipeline is one agent. */
    kind: text('kind').$type<RunKind>().notNull().default('run'),
    pipeline: text('pipeline').notNull(),
    /** The content hash of the pipeline; null where an older version of Baton stored the run. */
    version: text('version'),
    /** Of the pipeline; null where it has none, or where an older version stored the run. */
    title: text('title'),
    /** The agent that a task was given to. */
    agent: text('agent'),
    /** What the run started with, by value. */
    compiled: sealed.json<CompiledPipeline>('compiled', shownCompiled).notNull(),
    input: sealed.json<JsonObject>('input', shownObject).notNull(),
    /** Up to when it may know of anything, from when it first asked; null is now. */
    moment: jsonb('moment').$type<Moment>(),
    /** On whose behalf it runs. */
    user: text('user').notNull().default('local'),
    /** Who asked for it, as records name them; null where an older version stored it. */
    startedBy: text('started_by'),
    /** The trigger that started it, by its id. */
    trigger: text('trigger'),
    /** What fired that trigger. */
    cause: jsonb('cause').$type<RunCause>(),
    priority: text('priority').$type<Priority>().notNull().default('normal'),
    /** The most that the run may spend on models, children and delegations included. */
    budget: jsonb('budget').$type<BudgetSettings>(),
    /** Who is told of its end, where that is not as the user has it. */
    notify: jsonb('notify').$type<Notify>(),
    /** What the client sent to have a repeated request start one run. */
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of the request: another one under the same key is refused. */
    requestHash: text('request_hash'),
    /** The run that it retries. */
    retryOf: text('retry_of'),
    /** The only node that it runs, where it tries one: it does not count as a retry. */
    triedNode: text('tried_node'),
    /** What it takes over from that run. */
    retry: sealed.json<RetryPlan>('retry', () => ({ of: '', kept: [], continued: [] })),
    status: text('status').$type<RunStatus>().notNull(),
    output: sealed.json<Json>('output', shownJson),
    error: sealed.jsonb<RunError>('error', shownError),
    /** The error's type; null also where an older version ended the run. */
    errorType: text('error_type'),
    /** Where the error arose, for operators alone. */
    stack: sealed.text('stack'),
    /** What a run that did not complete had done. */
    partial: sealed.json<JsonObject>('partial', shownObject),
    cancel: sealed.jsonb<{ by: string; reason?: string }>('cancel', (notice) => ({ by: notice })),
    /** Agents that stand still until a person lets them go on, by node path. */
    interrupted: sealed
      .jsonbMembers<Record<string, Interruption & { at: string }>>('interrupted', (notice) => ({
        by: notice,
        at: shownTime,
      }))
      .notNull()
      .default({}),
    /** The steps whose side effect was still open when the run ended; null where none is. */
    openEffects: jsonb('open_effects').$type<string[]>(),
    /** The nodes' states at the end; null while a run goes on, and where they could not be read then. */
    nodes: sealed.json<NodeState[]>('nodes', shownNodes),
    createdAt: time('created_at').notNull().defaultNow(),
    startedAt: time('started_at'),
    endedAt: time('ended_at'),
    /** When its steps, conversations and artifacts were deleted to make room. */
    prunedAt: time('pruned_at'),
  },
  (table) => [
    index('runs_created').on(table.createdAt),
    index('runs_status').on(table.status),
    index('runs_version')
      .on(table.version, table.createdAt)
      .where(sql`${table.version} is not null`),
    index('runs_ended')
      .on(table.endedAt)
      .where(sql`${table.endedAt} is not null`),
    uniqueIndex('runs_key').on(table.user, table.idempotencyKey),
    index('runs_retry_of').on(table.retryOf),
    index('runs_trigger')
      .on(table.trigger, table.createdAt)
      .where(sql`${table.trigger} is not null`),
    index('runs_open_effects')
      .on(table.id)
      .where(sql`${table.openEffects} is not null`),
  ],
);

/** The nodes' states of a child pipeline of a run, as they were at its end. */
export const childPipelines = pgTable(
  'child_pipelines',
  {
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** The path of the pipeline node. */
    path: text('path').notNull(),
    nodes: sealed.json<NodeState[]>('nodes', shownNodes).notNull(),
    endedAt: time('ended_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.path] })],
);

export type StepStatus = 'running' | 'completed' | 'failed';

export type { ModelAttempt };

/** A model call that an attempt at a step makes: what is needed to book it where its worker dies before the answer comes. */
export type CallInFlight = {
  /** Of the attempt. */
  id: string;
  /** ISO 8601. */
  at: string;
  /** The first of its chain. */
  model: string;
  agent: string;
  budgets: Budget[];
  /** An estimate. */
  inputTokens: number;
  /** Set once it is sent, where heartbeats may have told before that it waits in a queue. */
  isSent?: true;
};

/** One model call or tool run, written as it happens. */
export const steps = pgTable(
  'steps',
  {
    /** `<run>/<node path>#<step>`. */
    key: text('key').primaryKey(),
    /** Order of creation, for reading on from the last one seen. */
    sequence: bigserial('sequence', { mode: 'number' }).notNull(),
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    nodePath: text('node_path').notNull(),
    step: text('step').notNull(),
    kind: text('kind').$type<'model' | 'tool' | 'memory'>().notNull(),
    /** The tool's name or the model that answered. */
    name: text('name').notNull(),
    label: sealed.text('label').notNull(),
    status: text('status').$type<StepStatus>().notNull(),
    /** How often the activity ran. */
    attempt: integer('attempt').notNull(),
    input: sealed.json<Json>('input', shownJson),
    output: sealed.json<Json>('output', shownJson),
    error: sealed.jsonb<RunError>('error', shownError),
    /** Whose content what it gave holds, where others wrote it. */
    outside: sealed.jsonb<string[]>('outside', shownList),
    /** Model calls: every provider that was tried; more than one is a failover. */
    attempts: sealed.jsonbMembers<ModelAttempt[]>('attempts', (notice) => ({
      model: notice,
      status: 'answered',
      durationMs: 0,
    })),
    /** The model call that is under way; null where none is, or where an older version made it. */
    inFlight: jsonb('in_flight').$type<CallInFlight>(),
    /** Model calls: tokens; null where the provider did not say. */
    inputTokens: integer('input_tokens'),
    outputTokens: integer('output_tokens'),
    cachedInputTokens: integer('cached_input_tokens'),
    reasoningTokens: integer('reasoning_tokens'),
    /** In US dollars; null where the price is not known. */
    costUsd: decimal('cost_usd'),
    startedAt: time('started_at').notNull(),
    endedAt: time('ended_at'),
  },
  (table) => [index('steps_run').on(table.runId, table.sequence)],
);

/** Outputs too large for Temporal's history. */
export const artifacts = pgTable('artifacts', {
  id: text('id').primaryKey(),
  runId: text('run_id')
    .notNull()
    .references(() => runs.id, { onDelete: 'cascade' }),
  content: sealed.json<Json>('content', shownJson).notNull(),
  bytes: integer('bytes').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
});
