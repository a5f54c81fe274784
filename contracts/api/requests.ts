import { z } from 'zod';
import { userNameSchema } from '../base/user.ts';
import { requestDoors, requestStatuses } from '../models/model-request.ts';
import { momentSchema, usdSchema } from './costs.ts';
import {
  errorSchema,
  instantSchema,
  jsonObjectSchema,
  jsonSchema,
  listOf,
  pageQuery,
} from './values.ts';

const nameQuery = z.string().min(1).max(512);

export const requestListQuery = z.object({
  ...pageQuery,
  model: nameQuery.optional().describe('The model that answered, as `provider:model`'),
  provider: nameQuery.optional(),
  status: z.enum(requestStatuses).optional(),
  door: z.enum(requestDoors).optional().describe('Agents and tools of runs, or the gateway'),
  run: nameQuery.optional(),
  call: nameQuery.optional().describe('The call of the gateway, or the step of a run'),
  agent: nameQuery.optional(),
  user: userNameSchema.optional().describe('The user of the request'),
  key: nameQuery.optional().describe('The API key that asked the gateway'),
  from: momentSchema.optional().describe('The first day or instant included (UTC)'),
  to: momentSchema.optional().describe('The first day or instant excluded (UTC)'),
  minCostUsd: usdSchema.optional().describe('Only requests that cost this or more'),
  retried: z
    .literal('true')
    .optional()
    .describe('Only requests for which more than one model or deployment was tried'),
  text: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Text in what was asked and answered, in what was sent and received, and in its ids. Texts are encrypted in the ' +
        'database, so a page searches the next 500 requests that match the other filters, and can be empty before the last page.',
    ),
});

const requestShape = {
  id: z.string(),
  at: instantSchema.describe('When it began'),
  callId: z.string().describe('The call of the gateway, or the step of a run'),
  door: z.enum(requestDoors),
  user: z.string(),
  keyId: z.string().nullable().describe('The API key that asked the gateway'),
  runId: z.string().nullable(),
  nodePath: z.string().nullable(),
  agent: z.string().nullable(),
  model: z.string().describe('The model that answered, or was asked last'),
  status: z.enum(requestStatuses),
  tries: z.number().int().describe('Models and deployments that were asked or passed over'),
  inputTokens: z.number().int().nullable(),
  outputTokens: z.number().int().nullable(),
  cachedInputTokens: z.number().int().nullable().describe('A part of `inputTokens`'),
  reasoningTokens: z.number().int().nullable().describe('A part of `outputTokens`'),
  costUsd: usdSchema.nullable().describe('Null if the price is unknown, or nothing was answered'),
  firstMs: z.number().int().nullable().describe('Until the first part of a streamed answer'),
  durationMs: z.number().int(),
  preview: z.string().describe('The beginning of what a person or Baton said last'),
};

const requestSchema = z.object(requestShape).meta({ id: 'ModelRequest' });
export type RequestView = z.infer<typeof requestSchema>;
export const requestListSchema = listOf(requestSchema, 'ModelRequestList');

const wireTextSchema = z
  .object({
    text: z.string(),
    characters: z
      .number()
      .int()
      .describe('The length of the whole text; `text` has only its beginning if it was cut'),
  })
  .meta({ id: 'WireText' });

const exchangeSchema = z
  .object({
    attempt: z.number().int().describe('An index into `attempts`'),
    at: instantSchema,
    method: z.string(),
    url: z.string().describe('Without keys'),
    sent: wireTextSchema.optional().describe('The body, byte for byte; headers are not kept'),
    status: z.number().int().optional(),
    headers: z
      .record(z.string(), z.string())
      .optional()
      .describe('Headers of the answer with limits and ids'),
    received: wireTextSchema.optional().describe('The body of the answer, as it came'),
    headersMs: z.number().int().optional(),
    firstMs: z.number().int().optional(),
    endMs: z.number().int().optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'WireExchange' });

const requestAttemptSchema = z
  .object({
    model: z.string(),
    deployment: z.string().optional(),
    status: z.enum(['answered', 'failed', 'skipped']),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
    toolsInWords: z.literal(true).optional(),
    durationMs: z.number(),
  })
  .meta({ id: 'RequestAttempt' });

export const chatBodySchema = z
  .object({
    model: z.string().min(1).max(512),
    messages: z.array(jsonObjectSchema).min(1, 'add at least one message'),
  })
  .catchall(jsonSchema)
  .meta({ id: 'ChatBody' });

/** The same as it was asked, whatever its size: a request is shown also where nobody could send it again. */
const keptChatBodySchema = z
  .object({ model: z.string(), messages: z.array(jsonObjectSchema) })
  .catchall(jsonSchema)
  .meta({ id: 'KeptChatBody' });

export const requestDetailSchema = z
  .object({
    ...requestShape,
    chain: z.array(z.string()).describe('The models that could answer, in order'),
    request: keptChatBodySchema
      .nullable()
      .describe(
        'What Baton had, as a Chat Completions request that can be sent again; null if it was too long to keep',
      ),
    answer: z
      .object({
        text: z.string(),
        toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
        reasoning: z.string().optional().describe('If the provider shows it'),
        finish: z.enum(['stop', 'tool_calls', 'length', 'content_filter']),
        isRefusal: z.literal(true).optional(),
        ignored: z
          .array(z.string())
          .optional()
          .describe('Parameters that the model does not support'),
        cacheWriteTokens: z.number().int().describe('A part of `inputTokens`'),
      })
      .nullable(),
    error: errorSchema.nullable(),
    attempts: z.array(requestAttemptSchema),
    exchanges: z
      .array(exchangeSchema)
      .describe('What went over the wire; none for the demo model, which sends nothing'),
    exchangesLeftOut: z.number().int().describe('Exchanges that were not kept'),
  })
  .meta({ id: 'ModelRequestDetail' });
export type RequestDetail = z.infer<typeof requestDetailSchema>;
