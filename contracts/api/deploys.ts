import { z } from 'zod';
import { instantSchema } from './values.ts';

export const buildIdSchema = z
  .string()
  .regex(/^[\w.-]{1,100}$/, 'Use up to 100 letters, digits, dots, dashes and underscores.')
  .describe('As the workers have it in BATON_BUILD_ID');

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
        'current: new runs begin on it. draining: it has open runs. drained: it has none, and its workers can be ' +
          'stopped. inactive: it never had runs',
      ),
    since: instantSchema.describe('When its first worker came'),
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
      .describe('Null where no build is: workers without one take every run'),
    builds: z.array(buildSchema).describe('Newest first'),
    withoutBuild: z.object({ openWorkflows: openWorkflowsSchema, workers: workersSchema }),
  })
  .meta({ id: 'Deploys' });
export type Deploys = z.infer<typeof deploysSchema>;

export const promotedBuildSchema = z
  .strictObject({
    build: buildIdSchema.nullable().describe('Null: new runs begin on workers without a build'),
  })
  .meta({ id: 'PromotedBuild' });
