import { z } from 'zod';
import { instantSchema } from './values.ts';

export const buildIdSchema = z
  .string()
  .regex(/^[\w.-]{1,100}$/, 'Use up to 100 letters, digits, dots, dashes and underscores.')
  .describe('The BATON_BUILD_ID of its workers');

const workersSchema = z.array(z.string()).describe('Processes that asked for work lately');
const openWorkflowsSchema = z
  .int()
  .nonnegative()
  .describe('Runs, agents and child pipelines that have not ended');

const buildSchema = z
  .object({
    build: z.string(),
    status: z
      .enum(['current', 'ramping', 'draining', 'drained', 'inactive'])
      .describe(
        'current: new runs start on it. draining: it has open runs. drained: it has none, and its workers can be ' +
          'stopped. inactive: it never had runs',
      ),
    since: instantSchema.describe('When its first worker started'),
    openWorkflows: openWorkflowsSchema,
    workers: workersSchema,
  })
  .meta({ id: 'Build' });
export type BuildView = z.infer<typeof buildSchema>;

export const deploysSchema = z
  .object({
    current: z
      .string()
      .nullable()
      .describe('Null if there is none: workers without a build take every run'),
    builds: z.array(buildSchema).describe('Newest first'),
    withoutBuild: z.object({ openWorkflows: openWorkflowsSchema, workers: workersSchema }),
  })
  .meta({ id: 'Deploys' });
export type Deploys = z.infer<typeof deploysSchema>;

export const promotedBuildSchema = z
  .strictObject({
    build: buildIdSchema.nullable().describe('Null: new runs start on workers without a build'),
  })
  .meta({ id: 'PromotedBuild' });
