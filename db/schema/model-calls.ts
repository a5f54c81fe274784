import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { ModelStatus } from '../../contracts/api/models.ts';
import type { budgetPolicies } from '../../contracts/models/budget.ts';
import { decimal, time } from './columns.ts';
import { sealed } from './sealed.ts';

/** Every call of a model that was paid for: what costs are added up from. */
export const modelCalls = pgTable(
  'model_calls',
  {
    /** The call's id; a second booking under it changes nothing. */
    id: text('id').primaryKey(),
    at: time('at').notNull().defaultNow(),
    source: text('source').$type<'run' | 'gateway'>().notNull(),
    user: text('user').notNull(),
    agent: text('agent'),
    runId: text('run_id'),
    nodePath: text('node_path'),
    /** The API key that asked the gateway. */
    keyId: text('key_id'),
    /** Who answered, as `provider:model`. */
    model: text('model').notNull(),
    inputTokens: integer('input_tokens').notNull(),
    outputTokens: integer('output_tokens').notNull(),
    cachedInputTokens: integer('cached_input_tokens').notNull(),
    cacheWriteTokens: integer('cache_write_tokens').notNull(),
    reasoningTokens: integer('reasoning_tokens').notNull(),
    /** Null where the price is not known. */
    costUsd: decimal('cost_usd'),
    /** What the provider's cache saved of the cost, less than nothing where it was written more than read. */
    savedUsd: decimal('saved_usd'),
    /** Where the price comes from, with its date. */
    priceSource: text('price_source'),
    /** Its tokens are an estimate: it broke off, or its provider does not say. */
    isEstimated: boolean('is_estimated').notNull().default(false),
    durationMs: integer('duration_ms').notNull(),
  },
  (table) => [
    index('model_calls_at').on(table.at),
    index('model_calls_run').on(table.runId),
    index('model_calls_key')
      .on(table.keyId, table.at)
      .where(sql`${table.keyId} is not null`),
  ],
);

/** What each budget's account has spent and set aside; `extraUsd` is what a person allowed beyond the limit. */
export const budgetAccounts = pgTable('budget_accounts', {
  account: text('account').primaryKey(),
  spentUsd: decimal('spent_usd').notNull().default('0'),
  reservedUsd: decimal('reserved_usd').notNull().default('0'),
  extraUsd: decimal('extra_usd').notNull().default('0'),
  /** What each addition to `extraUsd` was made under, so that none is made twice. */
  raises: jsonb('raises').$type<string[]>().notNull().default([]),
});

/** What a call that is under way has set aside, in each account it is charged to. */
export const budgetReservations = pgTable(
  'budget_reservations',
  {
    callId: text('call_id').primaryKey(),
    runId: text('run_id'),
    accounts: jsonb('accounts').$type<string[]>().notNull(),
    amountUsd: decimal('amount_usd').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [index('budget_reservations_run').on(table.runId)],
);

/** Budgets that hold for a user, or for everything, each day. */
export const budgets = pgTable('budgets', {
  /** `user:<name>` or `day`. */
  id: text('id').primaryKey(),
  usd: decimal('usd').notNull(),
  onLimit: text('on_limit').$type<(typeof budgetPolicies)[number]>().notNull(),
  cheaperModels: jsonb('cheaper_models').$type<string[]>().notNull(),
});

/** Limits, breaker and failovers of each model as a worker last saw them. */
export const modelStates = pgTable('model_states', {
  /** `<worker>/<model>`. */
  id: text('id').primaryKey(),
  worker: text('worker').notNull(),
  model: text('model').notNull(),
  state: sealed.jsonb<ModelStatus>('state').notNull(),
  updatedAt: time('updated_at').notNull().defaultNow(),
});
