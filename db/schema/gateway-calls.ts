import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type {
  CallProgress,
  GatewayChatAnswer,
  GatewayChatCall,
  GatewayEmbeddingsAnswer,
  GatewayEmbeddingsCall,
  GatewayFailure,
  GatewayMemoryAnswer,
  GatewayMemoryCall,
  GatewayPreviewAnswer,
  GatewayPreviewCall,
  GatewayQuestionAnswer,
  GatewayQuestionCall,
  GatewayQuotaAnswer,
  GatewayQuotaCall,
  GatewayToolAnswer,
  GatewayToolCall,
} from '../../contracts/models/gateway-call.ts';
import { time } from './columns.ts';
import { sealed } from './sealed.ts';

/** A request to the gateway and its answer; `id` is also the id of its activity. */
export const gatewayCalls = pgTable(
  'gateway_calls',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<'chat' | 'embeddings' | 'tool' | 'memory'>().notNull(),
    user: text('user').notNull(),
    /** The API key that asked; null where none did that is a user's own. */
    keyId: text('key_id'),
    /** What the client sent to have a repeated request answered once. */
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of the request: another request under the same key is refused. */
    requestHash: text('request_hash').notNull(),
    request: sealed
      .json<
        | GatewayChatCall
        | GatewayEmbeddingsCall
        | GatewayMemoryCall
        | GatewayPreviewCall
        | GatewayQuestionCall
        | GatewayQuotaCall
        | GatewayToolCall
      >('request')
      .notNull(),
    status: text('status').$type<'pending' | 'completed' | 'failed'>().notNull(),
    response: sealed.json<
      | GatewayChatAnswer
      | GatewayEmbeddingsAnswer
      | GatewayMemoryAnswer
      | GatewayPreviewAnswer
      | GatewayQuestionAnswer
      | GatewayQuotaAnswer
      | GatewayToolAnswer
    >('response'),
    error: sealed.jsonb<GatewayFailure>('error'),
    /** Of the activity that runs now or ran last. */
    progress: sealed.jsonb<CallProgress>('progress'),
    createdAt: time('created_at').notNull().defaultNow(),
    endedAt: time('ended_at'),
  },
  (table) => [
    uniqueIndex('gateway_calls_key').on(table.user, table.idempotencyKey),
    index('gateway_calls_created').on(table.createdAt),
    index('gateway_calls_of_key')
      .on(table.keyId, table.createdAt)
      .where(sql`${table.keyId} is not null`),
    index('gateway_calls_memory')
      .on(table.endedAt)
      .where(sql`${table.kind} = 'memory'`),
  ],
);
