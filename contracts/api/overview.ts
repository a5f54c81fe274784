import { z } from 'zod';
import { costSumShape, momentSchema } from './costs.ts';
import { instantSchema } from './values.ts';

export const overviewQuery = z.object({
  from: momentSchema.optional().describe('The first day or instant included (UTC)'),
  to: momentSchema.optional().describe('The first day or instant excluded (UTC)'),
});

const milliseconds = z.number().nullable();

const rowShape = {
  runs: z
    .number()
    .int()
    .describe('Runs that were created in the period; of agents and models, those they worked in'),
  completed: z.number().int(),
  failed: z.number().int(),
  retried: z.number().int().describe('Of the failed runs, those that another run retries'),
  timedOut: z.number().int(),
  cancelled: z.number().int(),
  medianMs: milliseconds.describe(
    'Half of the completed runs took no longer; of agents and models, half of their model calls. Null if there is none',
  ),
  slowMs: milliseconds.describe('95 of 100 took no longer'),
  ...costSumShape,
};

const overviewSumSchema = z.object(rowShape).meta({ id: 'OverviewSum' });
const overviewRowSchema = z
  .object({
    key: z
      .string()
      .nullable()
      .describe('The pipeline, agent, model or day; null for what has none, such as a task'),
    ...rowShape,
  })
  .meta({ id: 'OverviewRow' });
export type OverviewRow = z.infer<typeof overviewRowSchema>;
export type OverviewSum = z.infer<typeof overviewSumSchema>;

const rows = z.array(overviewRowSchema);

export const overviewSchema = z
  .object({
    from: instantSchema.nullable(),
    to: instantSchema.nullable(),
    totals: overviewSumSchema,
    pipeline: rows.describe('Most runs first, as the next two'),
    agent: rows,
    model: rows,
    day: rows.describe('Newest first (UTC)'),
  })
  .meta({ id: 'Overview' });
export type OverviewView = z.infer<typeof overviewSchema>;
