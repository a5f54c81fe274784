import { z } from 'zod';
import type { Pipeline } from '../pipelines/pipeline.ts';
import { budgetSchema, budgetShape } from '../models/budget.ts';
import { maximumRefusedCalls } from '../base/run-limits.ts';
import { priorities } from '../models/messages.ts';
import { effectStates } from '../runs/effects.ts';
import { partStatuses, runKinds, runStatuses } from '../runs/run.ts';
import { accountShape, usdSchema } from './costs.ts';
import { awaitedEventSchema } from './events.ts';
import { fieldProblemSchema } from './problems.ts';
import { queuedSchema } from './queued.ts';
import { runCauseSchema } from './triggers.ts';
import { errorSchema, instantSchema, jsonObjectSchema, jsonSchema, taintSchema } from './values.ts';

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
    port: z.string().optional().describe('The port that the run took from the node'),
    output: jsonSchema.optional(),
    error: errorSchema.optional(),
    partial: jsonSchema.optional().describe('The progress of the node when it was cancelled'),
    parts: z
      .array(z.enum(partStatuses))
      .optional()
      .describe(
        'How each item of a map, or round of a loop that has begun, stands, in their order',
      ),
    keptFrom: z
      .string()
      .optional()
      .describe('The run that it ran in, if this run is a retry and keeps its output'),
    pinned: z.literal(true).optional().describe('Its output was set when the run was retried'),
    outside: taintSchema,
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
  agent: z.string().nullable().describe('The agent of the task'),
  pipeline: z.string(),
  title: z.string().nullable(),
  status: z.enum(runStatuses),
  input: jsonObjectSchema,
  user: z.string().describe('The user of the run'),
  startedBy: z
    .string()
    .nullable()
    .describe('Who started it, such as a service for the user. Null for runs of older versions'),
  cause: runCauseSchema.nullable().describe('What started it, if a trigger did'),
  priority: z.enum(priorities),
  budget: budgetSchema.nullable().describe('Maximum spend on models'),
  error: errorSchema.nullable(),
  outcome: z
    .object({ name: z.string(), title: z.string(), text: z.string() })
    .nullable()
    .describe(
      'The outcome of a completed run, if the status does not say it: `no-data` if data was missing, `no-order` if ' +
        'no order followed the decision, `rejected` if what it asked for was rejected or nobody decided in time',
    ),
  cancel: z
    .object({ by: z.string(), reason: z.string().optional() })
    .nullable()
    .describe('Who cancelled the run. It is stopping until it has ended'),
  waitsFor: z
    .array(awaitedEventSchema)
    .default([])
    .describe('The events that it waits for, the first first'),
  queued: queuedSchema,
  retryOf: z.string().nullable().describe('The run that this run retries'),
  triedNode: z
    .string()
    .nullable()
    .describe(
      'The only node that ran, with the outputs of the other nodes taken from `retryOf`; such a run does not count as a retry',
    ),
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
  costUsd: usdSchema.nullable().describe('Null if the price of a call is unknown'),
  savedUsd: usdSchema.describe(
    "What providers' prompt caches saved, already out of costUsd; below zero if they were written more than read",
  ),
  unknownPriceCalls: z.number().int().describe('Model calls with an unknown price'),
  estimatedCalls: z
    .number()
    .int()
    .describe('Model calls whose cost is an estimate, such as calls whose worker died'),
  usage: z.object({ inputTokens: z.number().int(), outputTokens: z.number().int() }),
};

const retriedAsSchema = z.array(z.string()).describe('The runs that retry this run, oldest first');

export const listedRunSchema = z
  .object({ ...summaryShape, ...usedShape, retriedAs: retriedAsSchema })
  .meta({ id: 'ListedRun' });
export type ListedRun = z.infer<typeof listedRunSchema>;

const failoverSchema = z
  .object({
    nodePath: z.string(),
    step: z.string(),
    from: z.string().describe('The model that did not answer'),
    to: z.string().describe('The model that the call continued with'),
    code: z.string(),
    message: z.string(),
    at: instantSchema.describe('When the model call began'),
  })
  .meta({ id: 'Failover' });

const effectSchema = z
  .object({
    key: z.string().describe('The key of its step'),
    nodePath: z.string(),
    tool: z.string(),
    label: z.string().describe('Short text for people: `http_post https://example.com`'),
    at: instantSchema,
    state: z
      .enum(effectStates)
      .describe(
        '`done`: it happened. `open`: its outcome is pending. `unknown`: it may have happened. `none`: it did not happen',
      ),
    text: z.string().nullable().describe('Its outcome in words. Null if the label is enough'),
    details: jsonSchema.describe(
      'For an order: `orders`, each with its id, side, quantity, fill prices and status. Else null',
    ),
  })
  .meta({ id: 'RunEffect' });

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
    retriedAs: retriedAsSchema,
    output: jsonSchema.nullable(),
    partial: jsonObjectSchema.nullable().describe('What the run had done, if it did not complete'),
    ...usedShape,
    budget: z
      .object({ ...budgetShape, ...accountShape })
      .nullable()
      .describe('Its budget for models, and how much of it is spent'),
    nodes: z.array(nodeStateSchema),
    failovers: z
      .array(failoverSchema)
      .describe('Failovers: models that failed, and the models that answered instead'),
    interrupted: z
      .array(interruptedSchema)
      .describe('Agents that were interrupted and not yet resumed'),
    effects: z
      .array(effectSchema)
      .describe('Side effects of the run, such as orders and messages, oldest first'),
    document: documentSchema.describe(
      'The document that it runs; versions published later do not change it',
    ),
    stale: z
      .boolean()
      .describe('True if no worker answered and the nodes come from the recorded steps'),
    notice: z.string().nullable().describe('A note for people, such as that the run is waiting'),
  })
  .meta({ id: 'Run' });
export type RunView = z.infer<typeof runSchema>;

/** A run that was just asked for. */
export const startedRunSchema = runSchema
  .extend({
    warnings: z
      .array(fieldProblemSchema)
      .describe(
        'Calls that the run may reach but its user cannot make now, each with a fix. The first ' +
          `${maximumRefusedCalls}, one per node and tool. Also side effects of an earlier run with the same input ` +
          'that did not complete',
      ),
  })
  .meta({ id: 'StartedRun' });
export type StartedRunView = z.infer<typeof startedRunSchema>;
