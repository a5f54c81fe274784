import { z } from 'zod';
import { runKinds, runStatuses } from '../runs/run.ts';
import { userNameSchema } from '../base/user.ts';
import { momentSchema, usdSchema } from './costs.ts';
import { listedRunSchema } from './runs.ts';
import { listOf, pageQuery } from './values.ts';

/** What narrows the list of runs down. */
export const runListQuery = z.object({
  ...pageQuery,
  kind: z.enum(runKinds).optional(),
  status: z.enum(runStatuses).optional(),
  pipeline: z.string().min(1).optional().describe('The name of its pipeline'),
  version: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The content hash of the version that it runs. Runs of older versions of Baton are left out',
    ),
  user: userNameSchema.optional().describe('The user of the run'),
  trigger: z.string().min(1).optional().describe('The id of the trigger that started it'),
  error: z.string().min(1).optional().describe('The type of the error that ended it'),
  text: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Text in its id, the title of its pipeline, or a value in its input, its output or its error. ' +
        'Of an output above 64 KB only the preview is searched',
    ),
  failedNode: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The id of a node that failed, timed out or was cancelled in it'),
  minCostUsd: usdSchema.optional().describe('Only runs whose models cost at least this'),
  calledBy: z.string().min(1).optional().describe('An agent that called a model in it'),
  model: z.string().min(1).optional().describe('A model that answered in it, as provider:model'),
  from: momentSchema.optional().describe('The first day or instant of creation included (UTC)'),
  to: momentSchema.optional().describe('The first day or instant of creation excluded (UTC)'),
});
export const runExportQuery = runListQuery.omit({ cursor: true, limit: true });
export const runListSchema = listOf(listedRunSchema, 'RunList');
