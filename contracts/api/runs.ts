import { z } from 'zod';
import { runStatuses } from '../run.ts';
import {
  errorSchema,
  instantSchema,
  jsonObjectSchema,
  jsonSchema,
  listOf,
  pageQuery,
} from './values.ts';

export const startRunSchema = z
  .strictObject({
    pipeline: z.string().min(1).optional().describe('Name of a stored pipeline'),
    document: jsonObjectSchema.optional().describe('A pipeline document, which need not be stored'),
    input: jsonObjectSchema.default({}).describe("Fits the pipeline's `inputs`"),
  })
  .refine((body) => (body.pipeline === undefined) !== (body.document === undefined), {
    message: 'give either the name of a stored pipeline or a document',
    path: ['pipeline'],
  })
  .meta({ id: 'StartRun' });

export const nodeStateSchema = z
  .object({
    id: z.string(),
    kind: z.string(),
    status: z.enum([
      'pending',
      'running',
      'waiting',
      'completed',
      'failed',
      'skipped',
      'cancelled',
      'timeout',
    ]),
    port: z.string().optional().describe('The port that the node left through'),
    output: jsonSchema.optional(),
    error: errorSchema.optional(),
    partial: jsonSchema.optional().describe('What a node had done when it was stopped'),
    startedAt: instantSchema.nullable(),
    endedAt: instantSchema.nullable(),
  })
  .meta({ id: 'NodeState' });
export type NodeView = z.infer<typeof nodeStateSchema>;

const summaryShape = {
  id: z.string().describe("Also the id of the run's workflow"),
  pipeline: z.string(),
  title: z.string().nullable(),
  status: z.enum(runStatuses),
  input: jsonObjectSchema,
  error: errorSchema.nullable(),
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
  workflowId: z.string(),
  temporalUrl: z.string().nullable().describe('The run in the Temporal UI'),
};

export const runSummarySchema = z.object(summaryShape).meta({ id: 'RunSummary' });
export type RunSummary = z.infer<typeof runSummarySchema>;

export const runSchema = z
  .object({
    ...summaryShape,
    output: jsonSchema.nullable(),
    partial: jsonObjectSchema.nullable().describe('What a run that did not complete had done'),
    cancel: z.object({ by: z.string(), reason: z.string().optional() }).nullable(),
    costUsd: z.number().nullable().describe('Null where the price is not known'),
    usage: z.object({ inputTokens: z.number().int(), outputTokens: z.number().int() }),
    nodes: z.array(nodeStateSchema),
    stale: z
      .boolean()
      .describe('True when no worker answered: the nodes are then read from the recorded steps'),
    notice: z.string().nullable().describe('What a person should know, such as that it waits'),
  })
  .meta({ id: 'Run' });
export type RunView = z.infer<typeof runSchema>;

export const runListQuery = z.object({
  ...pageQuery,
  status: z.enum(runStatuses).optional(),
  pipeline: z.string().optional(),
});
export const runListSchema = listOf(runSummarySchema, 'RunList');

export const stepSchema = z
  .object({
    sequence: z.number().int().describe('Order of the beginnings within the run'),
    key: z.string(),
    nodePath: z.string(),
    step: z.string(),
    kind: z.enum(['model', 'tool']),
    name: z.string().describe('The tool, or the model that answered'),
    label: z.string().describe('Short text for people: `get_ohlcv SPX 1d`'),
    status: z.enum(['running', 'completed', 'failed']),
    attempt: z.number().int(),
    input: jsonSchema.nullable(),
    output: jsonSchema.nullable(),
    error: errorSchema.nullable(),
    attempts: z
      .array(
        z.object({
          model: z.string(),
          status: z.enum(['answered', 'failed', 'skipped']),
          error: z.object({ code: z.string(), message: z.string() }).optional(),
          durationMs: z.number(),
        }),
      )
      .nullable()
      .describe('Model calls: each model that was tried; more than one is a failover'),
    inputTokens: z.number().int().nullable(),
    outputTokens: z.number().int().nullable(),
    startedAt: instantSchema,
    endedAt: instantSchema.nullable(),
  })
  .meta({ id: 'Step' });
export type StepView = z.infer<typeof stepSchema>;

export const stepListQuery = z.object({
  after: z.coerce.number().int().min(0).default(0).describe('The last sequence already seen'),
  limit: z.coerce.number().int().min(1).max(500).default(200),
});
export const stepListSchema = listOf(stepSchema, 'StepList');

export const cancelRunSchema = z
  .strictObject({ reason: z.string().min(1).max(500).optional() })
  .meta({ id: 'CancelRun' });
