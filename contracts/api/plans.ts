import { z } from 'zod';
import { planStepSchema } from '../agents/plan.ts';
import { instantSchema, listOf } from './values.ts';

export const planViewSchema = z
  .object({
    nodePath: z.string().describe('The agent: `write`, `write/turn-1-0-research`'),
    revision: z.number().int().describe('Counted from 1'),
    step: z.string().describe('The step that made this revision: `turn-3`'),
    reason: z.string().nullable().describe('Why the agent revised the plan, if it did'),
    steps: z.array(planStepSchema),
    at: instantSchema,
  })
  .meta({ id: 'Plan' });
export type PlanView = z.infer<typeof planViewSchema>;

export const planListQuery = z.object({
  nodePath: z
    .string()
    .min(1)
    .optional()
    .describe('Every revision of the plan of this agent. Default: the latest plan of each agent'),
});
export const planListSchema = listOf(planViewSchema, 'PlanList');
