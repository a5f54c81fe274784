import { z } from 'zod';
import type { Pipeline } from '../pipelines/pipeline.ts';
import { budgetSchema, budgetShape } from '../models/budget.ts';
import { maximumRefusedCalls } from '../base/limits.ts';
import { priorities } from '../models/messages.ts';
import { runKinds, runStatuses } from '../runs/run.ts';
import { userNameSchema } from '../base/user.ts';
import { accountShape, usdSchema } from './costs.ts';
import { fieldProblemSchema } from './problems.ts';
import {
  errorSchema,
  instantSchema,
  jsonObjectSchema,
  jsonSchema,
  listOf,
  outsideSchema,
  pageQuery,
} from './values.ts';

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
    outside: outsideSchema,
    startedAt: instantSchema.nullable(),
    endedAt: instantSchema.nullable(),
  })
  .meta({ id: 'NodeState' });
export type NodeView = z.infer<typeof nodeStateSchema>;

/** A checked document: not `pipelineSchema`, whose recursion has no place in an OpenAPI document. */
export const documentSchema = jsonObjectSchema as unknown as z.ZodType<Pipeline, Pipeline>;

const summaryShape = {
  id: z.string().describe("Also the id of the run's workflow"),
  kind: z.enum(runKinds).describe('A task is a run whose pipeline is one agent'),
  agent: z.string().nullable().describe('The agent that a task was given to'),
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

/** A run that was just asked for. */
export const startedRunSchema = runSchema
  .extend({
    warnings: z
      .array(fieldProblemSchema)
      .describe(
        'Calls that the run may come to and that its user may not make as things are, each with what to do; ' +
          `the first ${maximumRefusedCalls}, and of each node one for each tool`,
      ),
  })
  .meta({ id: 'StartedRun' });
export type StartedRunView = z.infer<typeof startedRunSchema>;

export const runListQuery = z.object({
  ...pageQuery,
  kind: z.enum(runKinds).optional(),
  status: z.enum(runStatuses).optional(),
  pipeline: z.string().min(1).optional().describe('The name of its pipeline'),
  user: userNameSchema.optional().describe('On whose behalf it runs'),
  text: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Stands in its id, the title of its pipeline, or its input'),
});
export const runListSchema = listOf(listedRunSchema, 'RunList');
