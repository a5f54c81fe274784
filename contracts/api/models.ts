import { z } from 'zod';
import { instantSchema, listOf } from './values.ts';

const wholeNumber = z.number().int().nonnegative();

/** How a model stands in one worker: its limits, what is left of them, and what last went wrong. */
const modelStatusSchema = z.object({
  model: z.string(),
  deployment: z
    .object({
      name: z.string(),
      server: z.string().describe('Its host'),
      keyFrom: z.string().nullable().describe('The environment variable that holds its key'),
      weight: z.number().describe('Its share of the calls'),
      can: z.array(z.enum(['chat', 'stored conversations', 'embeddings', 'images'])),
    })
    .optional()
    .describe('Set for each deployment of a model that has some'),
  configured: z.boolean().describe('Whether its provider is configured'),
  limits: z.object({
    requestsPerMinute: z.number(),
    tokensPerMinute: z.number().describe('Input and output together'),
    concurrency: z.number(),
  }),
  rateFactor: z
    .number()
    .describe('Share of the limits in use: below 1 after the provider has refused calls (429)'),
  requestsLeft: wholeNumber.describe('Requests that can be sent now'),
  tokensLeft: wholeNumber.describe('Tokens that can be sent now'),
  pausedUntil: instantSchema.nullable().describe('Nothing is sent before this time'),
  running: wholeNumber.describe('Calls in progress'),
  queue: z.object({ high: wholeNumber, normal: wholeNumber, low: wholeNumber }),
  breaker: z.object({
    state: z.enum(['closed', 'open', 'half-open']),
    until: instantSchema.nullable().describe('When Baton sends one test call'),
  }),
  down: z
    .object({ until: instantSchema, code: z.string(), message: z.string() })
    .nullable()
    .describe(
      'Set if Baton skips the model because its provider refused the key or requires payment',
    ),
  lastError: z.object({ at: instantSchema, code: z.string(), message: z.string() }).nullable(),
  lastRateLimit: z
    .object({ at: instantSchema, retryAfterMs: z.number().nullable() })
    .nullable()
    .describe('The last time the provider refused a call because of its rate limit'),
  toolsInWords: z
    .object({
      at: instantSchema,
      why: z
        .enum(['refuses', 'failed'])
        .describe('refuses: it does not support tool calls. failed: it failed twice to call tools'),
      runId: z.string().optional().describe('The run that the call was for'),
    })
    .nullable()
    .default(null)
    .describe('The last time that Baton described tools in the prompt'),
  failovers: z
    .array(
      z.object({
        at: instantSchema,
        to: z.string(),
        code: z.string(),
        runId: z.string().optional().describe('The run that the call was for'),
      }),
    )
    .describe('The latest failovers to another model, newest first'),
});
export type ModelStatus = z.infer<typeof modelStatusSchema>;

/** How a model stands in all workers: sums of what they do, and the worst of what they saw. */
export const modelViewSchema = modelStatusSchema
  .extend({ workers: wholeNumber.describe('Number of workers that report the model') })
  .meta({ id: 'Model' });
export type ModelView = z.infer<typeof modelViewSchema>;

export const modelListSchema = listOf(modelViewSchema, 'ModelList');
