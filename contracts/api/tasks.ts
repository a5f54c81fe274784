import { z } from 'zod';
import { acting } from '../base/acting-user.ts';
import { budgetSchema, budgetShape } from '../models/budget.ts';
import { priorities } from '../models/messages.ts';
import { timeLimit } from '../agents/fields.ts';
import { notifySchema } from '../runs/notify.ts';
import { runStatuses } from '../runs/run.ts';
import { userNameSchema } from '../base/user.ts';
import { usualUser } from '../base/usual-user.ts';
import { pageQuery } from './values.ts';

/** A task for one agent. */
export const giveTaskSchema = z
  .strictObject({
    agent: z.string().min(1).describe('Its name; GET /api/v1/agents lists them'),
    task: z.string().trim().min(1, 'say what to do').max(100_000),
    priority: z.enum(priorities).default('normal').describe('Priority in the queue'),
    user: acting(
      userNameSchema
        .default(usualUser)
        .describe('The user of the task; tasks of one user do not delay those of another'),
    ),
    budgetUsd: budgetShape.usd.optional().describe('Shorthand for `budget: {usd}`'),
    budget: budgetSchema.optional().describe('Maximum spend on models, including delegations'),
    timeLimit: timeLimit
      .optional()
      .describe('Time limit, such as `10m`. Overrides the limit of the agent'),
    notify: notifySchema
      .optional()
      .describe("Where to send the notification when the task ends. Overrides the user's settings"),
  })
  .refine((body) => body.budgetUsd === undefined || body.budget === undefined, {
    message: 'give either budgetUsd or budget',
    path: ['budgetUsd'],
  })
  .meta({ id: 'GiveTask' });
export type TaskRequest = z.output<typeof giveTaskSchema>;

export const taskListQuery = z.object({
  ...pageQuery,
  status: z.enum(runStatuses).optional(),
  agent: z.string().optional(),
  user: userNameSchema.optional(),
  priority: z.enum(priorities).optional(),
});

/** What makes a repeated request start nothing new. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('The same key with the same body returns the run that was started first'),
});

/** Of an error, what only those need who operate Baton. */
export const errorDetailsSchema = z
  .object({
    type: z.string(),
    message: z.string(),
    stack: z.string().nullable().describe('Where the error came from; null if unknown'),
  })
  .meta({ id: 'ErrorDetails' });
