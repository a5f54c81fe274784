import { z } from 'zod';
import { budgetSchema, budgetShape } from '../models/budget.ts';
import { priorities } from '../models/messages.ts';
import { notifySchema } from '../runs/notify.ts';
import { userNameSchema } from '../base/user.ts';
import { usualUser } from '../base/usual-user.ts';
import { jsonObjectSchema } from './values.ts';

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
      .default(usualUser)
      .describe('On whose behalf it runs: costs and budgets are kept by user'),
    notify: notifySchema
      .optional()
      .describe("Where its end is told, in place of the user's own settings"),
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
