import { z } from 'zod';
import { usdSchema } from './costs.ts';
import { errorSchema, instantSchema, jsonSchema, listOf, taintSchema } from './values.ts';

export const stepSchema = z
  .object({
    sequence: z.number().int().describe('Order in which the steps of the run started'),
    key: z.string(),
    nodePath: z.string(),
    step: z.string(),
    kind: z.enum(['model', 'tool', 'memory']),
    name: z.string().describe('The tool, or the model that answered'),
    label: z.string().describe('Short text for people: `calculate 6 * 7`'),
    status: z.enum(['running', 'completed', 'failed']),
    attempt: z.number().int(),
    input: jsonSchema.nullable(),
    output: jsonSchema.nullable(),
    error: errorSchema.nullable(),
    attempts: z
      .array(
        z.object({
          model: z.string(),
          deployment: z
            .string()
            .optional()
            .describe('Which of the deployments of the model, if it has some'),
          status: z.enum(['answered', 'failed', 'skipped']),
          error: z.object({ code: z.string(), message: z.string() }).optional(),
          toolsInWords: z
            .literal(true)
            .optional()
            .describe(
              'Set if Baton described the tools in the prompt because the model could not call them',
            ),
          durationMs: z.number(),
        }),
      )
      .nullable()
      .describe('For model calls: each model tried; more than one is a failover'),
    inputTokens: z.number().int().nullable(),
    outputTokens: z.number().int().nullable(),
    cachedInputTokens: z.number().int().nullable().describe('A part of `inputTokens`'),
    reasoningTokens: z.number().int().nullable().describe('A part of `outputTokens`'),
    costUsd: usdSchema.nullable().describe('Null if the price is unknown'),
    outside: taintSchema,
    startedAt: instantSchema,
    endedAt: instantSchema.nullable(),
  })
  .meta({ id: 'Step' });
export type StepView = z.infer<typeof stepSchema>;

export const stepListQuery = z.object({
  // An empty text is no number, though it can be read as 0.
  after: z
    .preprocess((given) => (given === '' ? Number.NaN : given), z.coerce.number().int().min(0))
    .default(0)
    .describe('The last sequence you have read'),
  limit: z.coerce.number().int().min(1).max(500).default(200),
});
export const stepListSchema = listOf(stepSchema, 'StepList');
