import { index, pgTable, text } from 'drizzle-orm/pg-core';
import type { GatewayResponse, ResponseItem } from '../../contracts/api/gateway/responses/index.ts';
import { time } from './columns.ts';
import { sealed } from './sealed.ts';

/** Answers of the Responses API that were stored, for who goes on from them. */
export const gatewayResponses = pgTable(
  'gateway_responses',
  {
    id: text('id').primaryKey(),
    user: text('user').notNull(),
    /** The response that it goes on from. */
    previousId: text('previous_id'),
    /** What was sent, without what came before. */
    input: sealed.json<ResponseItem[]>('input').notNull(),
    /** Its output has all that providers want back. */
    response: sealed.json<GatewayResponse>('response').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [index('gateway_responses_created').on(table.createdAt)],
);
