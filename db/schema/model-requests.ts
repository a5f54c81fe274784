import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type {
  RequestContent,
  RequestDoor,
  RequestStatus,
} from '../../contracts/models/model-request.ts';
import { decimal, time } from './columns.ts';
import { sealed } from './sealed.ts';

/** Requests to models as they were asked, sent and answered, for people to look at; costs are added up from `model_calls`. */
export const modelRequests = pgTable(
  'model_requests',
  {
    id: text('id').primaryKey(),
    /** When it began. */
    at: time('at').notNull(),
    /** The gateway's call, or the step of a run; a second question for the form of its answer is `<call>:repair`. */
    callId: text('call_id').notNull(),
    door: text('door').$type<RequestDoor>().notNull(),
    user: text('user').notNull(),
    keyId: text('key_id'),
    runId: text('run_id'),
    nodePath: text('node_path'),
    agent: text('agent'),
    /** Who answered, else who was asked last, as `provider:model`. */
    model: text('model').notNull(),
    status: text('status').$type<RequestStatus>().notNull(),
    /** How many models and deployments were asked or passed over. */
    tries: integer('tries').notNull(),
    inputTokens: integer('input_tokens'),
    outputTokens: integer('output_tokens'),
    cachedInputTokens: integer('cached_input_tokens'),
    reasoningTokens: integer('reasoning_tokens'),
    /** Null where the price is not known, or nothing was answered. */
    costUsd: decimal('cost_usd'),
    /** Until the first part of a streamed answer. */
    firstMs: integer('first_ms'),
    durationMs: integer('duration_ms').notNull(),
    /** The beginning of what somebody said last. */
    preview: sealed.text('preview').notNull(),
    content: sealed
      .json<RequestContent>('content', (notice) => ({
        chain: [],
        question: null,
        error: { type: 'Unreadable', message: notice },
        attempts: [],
        exchanges: [],
      }))
      .notNull(),
  },
  (table) => [
    index('model_requests_at').on(table.at, table.id),
    index('model_requests_call').on(table.callId),
    index('model_requests_run')
      .on(table.runId)
      .where(sql`${table.runId} is not null`),
  ],
);
