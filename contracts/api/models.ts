import { z } from 'zod';
import { instantSchema, listOf } from './values.ts';

const wholeNumber = z.number().int().nonnegative();

/** How a model stands in one worker: its limits, what is left of them, and what last went wrong. */
const modelStatusSchema = z.object({
  model: z.string(),
  configured: z.boolean().describe('Whether its provider is set up'),
  limits: z.object({
    requestsPerMinute: z.number(),
    tokensPerMinute: z.number().describe('Input and output together'),
    concurrency: z.number(),
  }),
  rateFactor: z
    .number()
    .describe('Part of the limits that is used: below 1 after the provider has refused (429)'),
  requestsLeft: wholeNumber.describe('Requests that may go out at once'),
  tokensLeft: wholeNumber.describe('Tokens that may go out at once'),
  pausedUntil: instantSchema.nullable().describe('Nothing is sent before'),
  running: wholeNumber.describe('Calls under way'),
  queue: z.object({ high: wholeNumber, normal: wholeNumber, low: wholeNumber }),
  breaker: z.object({
    state: z.enum(['closed', 'open', 'half-open']),
    until: instantSchema.nullable().describe('When one call is let through to try again'),
  }),
  down: z
    .object({ until: instantSchema, code: z.string(), message: z.string() })
    .nullable()
    .describe('Left out since its provider refused the key or wants payment'),
  lastError: z.object({ at: instantSchema, code: z.string(), message: z.string() }).nullable(),
  lastRateLimit: z
    .object({ at: instantSchema, retryAfterMs: z.number().nullable() })
    .nullable()
    .describe('The last time that the provider refused since it gets too much'),
  failovers: z
    .array(
      z.object({
        at: instantSchema,
        to: z.string(),
        code: z.string(),
        runId: z.string().optional().describe('The run that the call was for'),
      }),
    )
    .describe('The last times that another model was asked in its place, newest first'),
});
export type ModelStatus = z.infer<typeof modelStatusSchema>;

/** How a model stands in all workers: sums of what they do, and the worst of what they saw. */
export const modelViewSchema = modelStatusSchema
  .extend({ workers: wholeNumber.describe('Workers that have it') })
  .meta({ id: 'Model' });
export type ModelView = z.infer<typeof modelViewSchema>;

export const modelListSchema = listOf(modelViewSchema, 'ModelList');
