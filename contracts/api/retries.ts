import { z } from 'zod';
import { acting } from '../base/acting-user.ts';
import { userNameSchema } from '../base/user.ts';
import { mostRetried } from '../base/run-limits.ts';
import { momentSchema, usdSchema } from './costs.ts';
import { instantSchema, jsonObjectSchema, jsonSchema } from './values.ts';

const versionSchema = z
  .enum(['same', 'latest'])
  .default('same')
  .describe('`same`: the document of the run. `latest`: the live version of the pipeline');

const dryRunSchema = z
  .boolean()
  .default(false)
  .describe('Only answers with the forecast; nothing starts');

export const retryRunSchema = z
  .strictObject({
    from: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The node to retry from: it runs again, with all that follows from it. For a node in a child pipeline, give its path, ' +
          'such as `desk/look`. Default: every node that failed or did not finish',
      ),
    only: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Runs only this node, to try it: the nodes before it keep their outputs, no node after it runs, and its output ' +
          'becomes the output of the run. Such a run does not count as a retry',
      ),
    document: jsonObjectSchema
      .optional()
      .describe(
        'The document to use instead of the document of the run, such as a draft. Nodes that it changed run again. Needs the right `write`',
      ),
    pipeline: versionSchema,
    input: jsonObjectSchema
      .optional()
      .describe('Input values to change. Nodes that read them run again, with all that follows'),
    outputs: z
      .record(z.string(), jsonSchema)
      .optional()
      .describe('Outputs by node, used instead of running the node. Needs the right `write`'),
    again: z
      .boolean()
      .optional()
      .describe('Also retries a run that was already retried. Without it, the answer is 409'),
    dryRun: dryRunSchema,
  })
  .refine(({ from, only }) => from === undefined || only === undefined, {
    message: 'give either from or only',
    path: ['only'],
  })
  .refine(({ document, pipeline }) => document === undefined || pipeline === 'same', {
    message: 'give either a document or pipeline: latest',
    path: ['document'],
  })
  .meta({ id: 'RetryRun' });

const savedShape = {
  steps: z.number().int().describe('Model calls, tool calls and memory steps'),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  costUsd: usdSchema.nullable().describe('Null if the price of a call is unknown'),
};

export const retryActions = ['kept', 'pinned', 'continues', 'runs', 'skipped'] as const;
export type RetryAction = (typeof retryActions)[number];

export const retryForecastSchema = z
  .object({
    run: z.string().describe('The run to retry'),
    nodes: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        title: z.string().nullable(),
        action: z
          .enum(retryActions)
          .describe(
            '`kept`: its output is kept. `pinned`: its output is set in the request. `continues`: it had begun and continues where it stopped; a tool is called again. ' +
              '`runs`: it runs from the start. `skipped`: it does not run',
          ),
        keptFrom: z.string().nullable().describe('The run that it ran in, if it is kept'),
      }),
    ),
    saved: z.object(savedShape).describe('What is already paid for and not paid for again'),
    effects: z
      .array(
        z.object({
          runId: z.string(),
          nodePath: z.string(),
          tool: z.string(),
          label: z.string().describe('Short text for people: `http_post https://example.com`'),
          at: instantSchema,
          status: z.enum(['done', 'unfinished']),
          result: z.string().describe('The start of its result, or what it waited for'),
          isOfOtherRetry: z
            .boolean()
            .describe('True if another retry has done it, which this one does not take over'),
          mayRepeat: z.boolean().describe('True if its node runs again from its start'),
        }),
      )
      .describe(
        'Side effects of the run so far, such as orders and messages, oldest first; then those of its other retries',
      ),
  })
  .meta({ id: 'RetryForecast' });
export type RetryForecast = z.infer<typeof retryForecastSchema>;

export const retryRunsSchema = z
  .strictObject({
    ids: z
      .array(z.string().min(1))
      .min(1)
      .max(mostRetried)
      .optional()
      .describe('Only these runs, such as those that a dry run has shown; `limit` does not apply'),
    error: z.string().min(1).optional().describe('Only runs with this error type'),
    status: z
      .enum(['failed', 'cancelled', 'timeout'])
      .default('failed')
      .describe('Only runs with this status'),
    pipeline: z.string().min(1).optional().describe('Only runs of this pipeline'),
    trigger: z.string().min(1).optional().describe('As in the list of runs'),
    text: z.string().min(1).max(200).optional().describe('As in the list of runs'),
    failedNode: z.string().min(1).max(200).optional().describe('As in the list of runs'),
    minCostUsd: usdSchema.optional().describe('As in the list of runs'),
    calledBy: z.string().min(1).optional().describe('As in the list of runs'),
    model: z.string().min(1).optional().describe('As in the list of runs'),
    from: momentSchema.optional().describe('As in the list of runs'),
    to: momentSchema.optional().describe('As in the list of runs'),
    user: acting(
      userNameSchema
        .optional()
        .describe('The user of the runs. Default: your own; all users if you act for others'),
      'own or all',
    ),
    version: versionSchema,
    limit: z.number().int().min(1).max(mostRetried).default(20).describe('Maximum number of runs'),
    dryRun: dryRunSchema,
  })
  .meta({ id: 'RetryRuns' });

export const retriedRunsSchema = z
  .object({
    runs: z.array(
      z.object({
        id: z.string().describe('The run to retry'),
        retriedAs: z.string().nullable().describe('The run that was started'),
        problem: z.string().nullable().describe('Why it cannot be retried'),
        effects: z.number().int().describe('Side effects of the run so far'),
        saved: z.object(savedShape).nullable(),
      }),
    ),
    more: z.boolean().describe('True if more runs match: send the request again for them'),
  })
  .meta({ id: 'RetriedRuns' });
export type RetriedRuns = z.infer<typeof retriedRunsSchema>;
