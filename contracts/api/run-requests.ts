import { z } from 'zod';
import { versionNameSchema } from './pipelines.ts';
import { acting } from '../base/acting-user.ts';
import { budgetSchema, budgetShape } from '../models/budget.ts';
import { priorities } from '../models/messages.ts';
import { outageFields } from '../pipelines/nodes/base.ts';
import { notifySchema } from '../runs/notify.ts';
import { userNameSchema } from '../base/user.ts';
import { usualUser } from '../base/usual-user.ts';
import { jsonObjectSchema } from './values.ts';

export const startRunSchema = z
  .strictObject({
    pipeline: z.string().min(1).optional().describe('Name of a stored pipeline'),
    version: versionNameSchema
      .optional()
      .describe(
        'The version of the stored pipeline: its number, or the beginning of its content hash. Left out, the live one',
      ),
    document: jsonObjectSchema
      .optional()
      .describe('A pipeline document; it does not need to be stored'),
    input: jsonObjectSchema.default({}).describe("The input, valid for the pipeline's `inputs`"),
    budgetUsd: budgetShape.usd.optional().describe('Shorthand for `budget: {usd}`'),
    budget: budgetSchema
      .optional()
      .describe('Maximum spend on models, including child runs and delegations'),
    priority: z.enum(priorities).default('normal').describe('Priority in the queue'),
    user: acting(
      userNameSchema
        .default(usualUser)
        .describe('The user of the run: costs and budgets count per user'),
    ),
    onOutage: outageFields.onOutage.describe(
      'What calls do during an outage of something they need: wait or fail. Overrides the pipeline',
    ),
    outageTimeout: outageFields.outageTimeout.describe(
      'How long a call waits during an outage, such as 10m',
    ),
    notify: notifySchema
      .optional()
      .describe("Where to send the notification when the run ends. Overrides the user's settings"),
  })
  .refine((body) => (body.pipeline === undefined) !== (body.document === undefined), {
    message: 'give either the name of a stored pipeline or a document',
    path: ['pipeline'],
  })
  .refine((body) => body.version === undefined || body.pipeline !== undefined, {
    message: 'a version is one of a stored pipeline; give its name too',
    path: ['version'],
  })
  .refine((body) => body.budgetUsd === undefined || body.budget === undefined, {
    message: 'give either budgetUsd or budget',
    path: ['budgetUsd'],
  })
  .meta({ id: 'StartRun' });

const nodePathSchema = z
  .string()
  .min(1)
  .optional()
  .describe('The agent and those it delegated to. Default: every running agent');

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
      .describe('Sent to the agent before it continues. Agents that it delegated to do not get it'),
  })
  .meta({ id: 'ResumeRun' });

export const addressedAgentsSchema = z
  .object({ agents: z.array(z.string()).describe('Node paths of the agents affected') })
  .meta({ id: 'AddressedAgents' });

export const cancelRunSchema = z
  .strictObject({ reason: z.string().min(1).max(500).optional() })
  .meta({ id: 'CancelRun' });
