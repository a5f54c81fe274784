import { z } from 'zod';
import type { Pipeline } from '../pipeline.ts';
import { budgetSchema, budgetShape } from '../budget.ts';
import { priorities } from '../messages.ts';
import { runStatuses } from '../run.ts';
import { userNameSchema } from '../user.ts';
import { accountShape, usdSchema } from './costs.ts';
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
    budgetUsd: budgetShape.usd.optional().describe('Short for `budget: {usd}`'),
    budget: budgetSchema
      .optional()
      .describe('The most that the run may spend on models, children and delegations included'),
    priority: z.enum(priorities).default('normal').describe('Which calls go first'),
    user: userNameSchema
      .default('local')
      .describe('On whose behalf it runs: costs and budgets are kept by user'),
  })
  .refine((body) => (body.pipeline === undefined) !== (body.document === undefined), {
    message: 'give either the name of a stored pipeline or a document',
    path: ['pipeline'],
  })
  .refine((body) => body.budgetUsd === undefined || body.budget === undefined, {
    message: 'give either budgetUsd or budget',
    path: ['budgetUsd'],
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

/** A checked document: not `pipelineSchema`, whose recursion has no place in an OpenAPI document. */
const documentSchema = jsonObjectSchema as unknown as z.ZodType<Pipeline, Pipeline>;

const summaryShape = {
  id: z.string().describe("Also the id of the run's workflow"),
  pipeline: z.string(),
  title: z.string().nullable(),
  status: z.enum(runStatuses),
  input: jsonObjectSchema,
  user: z.string().describe('On whose behalf it runs'),
  priority: z.enum(priorities),
  budget: budgetSchema.nullable().describe('The most that it may spend on models'),
  error: errorSchema.nullable(),
  cancel: z
    .object({ by: z.string(), reason: z.string().optional() })
    .nullable()
    .describe('Who asked for its end; until that has come, it is stopping'),
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
  workflowId: z.string(),
  temporalUrl: z.string().nullable().describe('The run in the Temporal UI'),
};

export const runSummarySchema = z.object(summaryShape).meta({ id: 'RunSummary' });
export type RunSummary = z.infer<typeof runSummarySchema>;

/** What a run has used of models, with all that it started. */
const usedShape = {
  costUsd: usdSchema.nullable().describe('Null where the price of a call is not known'),
  unknownPriceCalls: z.number().int().describe('Model calls whose price is not known'),
  usage: z.object({ inputTokens: z.number().int(), outputTokens: z.number().int() }),
};

const listedRunSchema = z.object({ ...summaryShape, ...usedShape }).meta({ id: 'ListedRun' });
export type ListedRun = z.infer<typeof listedRunSchema>;

const failoverSchema = z
  .object({
    nodePath: z.string(),
    step: z.string(),
    from: z.string().describe('The model that did not answer'),
    to: z.string().describe('The model that the call went on with'),
    code: z.string(),
    message: z.string(),
    at: instantSchema.describe('When the model call began'),
  })
  .meta({ id: 'Failover' });

const interruptedSchema = z
  .object({
    nodePath: z.string(),
    by: z.string(),
    reason: z.string().optional(),
    at: instantSchema,
  })
  .meta({ id: 'InterruptedAgent' });

export const runSchema = z
  .object({
    ...summaryShape,
    output: jsonSchema.nullable(),
    partial: jsonObjectSchema.nullable().describe('What a run that did not complete had done'),
    ...usedShape,
    budget: z
      .object({ ...budgetShape, ...accountShape })
      .nullable()
      .describe('The most that it may spend on models, and what it has spent of it'),
    nodes: z.array(nodeStateSchema),
    failovers: z
      .array(failoverSchema)
      .describe('Models that did not answer, and those that the calls went on with'),
    interrupted: z
      .array(interruptedSchema)
      .describe('Agents that were told to stand still, until they are told to go on'),
    document: documentSchema.describe('The document that it runs, whatever is published later'),
    stale: z
      .boolean()
      .describe('True when no worker answered: the nodes are then read from the recorded steps'),
    notice: z.string().nullable().describe('What a person should know, such as that it waits'),
  })
  .meta({ id: 'Run' });
export type RunView = z.infer<typeof runSchema>;

export const childPipelineQuery = z.object({
  path: z
    .string()
    .min(1)
    .describe("Node ids from the run's root to the pipeline node: `desk/inner`"),
});

export const childPipelineSchema = z
  .object({
    path: z.string(),
    document: documentSchema.describe('The document that the pipeline node runs'),
    nodes: z.array(nodeStateSchema),
    stale: z
      .boolean()
      .describe('True when its workflow does not answer: the nodes come from the recorded steps'),
    temporalUrl: z.string().nullable().describe('The child in the Temporal UI'),
  })
  .meta({ id: 'ChildPipeline' });
export type ChildPipelineView = z.infer<typeof childPipelineSchema>;

export const runListQuery = z.object({
  ...pageQuery,
  status: z.enum(runStatuses).optional(),
  pipeline: z.string().min(1).optional().describe('The name of its pipeline'),
  user: z.string().min(1).optional().describe('On whose behalf it runs'),
  text: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Stands in its id, the title of its pipeline, or its input'),
});
export const runListSchema = listOf(listedRunSchema, 'RunList');

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
    cachedInputTokens: z.number().int().nullable().describe('A part of `inputTokens`'),
    reasoningTokens: z.number().int().nullable().describe('A part of `outputTokens`'),
    costUsd: usdSchema.nullable().describe('Null where the price is not known'),
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

const nodePathSchema = z
  .string()
  .min(1)
  .optional()
  .describe('The agent, and those that it delegated to; left out, every agent that is at work');

export const interruptRunSchema = z
  .strictObject({ nodePath: nodePathSchema, reason: z.string().min(1).max(500).optional() })
  .meta({ id: 'InterruptRun' });

export const resumeRunSchema = z
  .strictObject({
    nodePath: nodePathSchema,
    instruction: z
      .string()
      .min(1)
      .max(20_000)
      .optional()
      .describe('Told to the agent before it goes on; not to those that it delegated to'),
  })
  .meta({ id: 'ResumeRun' });

export const addressedAgentsSchema = z
  .object({ agents: z.array(z.string()).describe('Node paths of the agents that were told') })
  .meta({ id: 'AddressedAgents' });

export const cancelRunSchema = z
  .strictObject({ reason: z.string().min(1).max(500).optional() })
  .meta({ id: 'CancelRun' });
