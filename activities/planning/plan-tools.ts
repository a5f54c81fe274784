import { z } from 'zod';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import type { JsonSchema } from '../../contracts/base/json.ts';
import type { ToolDefinition } from '../../contracts/models/messages.ts';
import { mostPlanSteps, planStepSchema, planStepStatuses } from '../../contracts/agents/plan.ts';

const { text, note } = planStepSchema.shape;
const id = z.string().min(1).max(40);
const status = z.enum(planStepStatuses);

/** The tools by which a model plans. They are of the agent's loop, and in no catalogue. */
export const planTools = {
  set_plan: {
    description:
      'Sets the plan for your task: its steps in order. Call it before you begin, and again, with a reason, when a ' +
      'step failed or the plan no longer fits what you have learned.',
    parameters: z.object({
      steps: z
        .array(
          z.object({
            id: id.optional().describe('Default: its position in the list'),
            text,
            status: status.optional().describe('Default: pending'),
            note,
          }),
        )
        .min(1)
        .max(mostPlanSteps),
      reason: z.string().max(500).optional().describe('Why you change the plan'),
    }),
  },
  update_plan: {
    description:
      'Sets the status of steps of your plan as you work: active when you begin a step; done, failed or skipped when you end it. ' +
      'Call it together with your next calls.',
    parameters: z.object({
      steps: z
        .array(
          z.object({ id: z.string().describe('The id of the step in the plan'), status, note }),
        )
        .min(1)
        .max(mostPlanSteps),
    }),
  },
} satisfies Record<string, { description: string; parameters: z.ZodType }>;

/** Of a call that was not made because a person has not approved the plan: it says nothing of the tool. */
export const planNotApproved = 'PLAN_NOT_APPROVED';

export type PlanTool = keyof typeof planTools;
export type SetPlan = z.infer<typeof planTools.set_plan.parameters>;
export type UpdatePlan = z.infer<typeof planTools.update_plan.parameters>;

/** Whether a tool is one of those: what it gives tells of the plan, and nothing of the task. */
export function isPlanTool(name: string): name is PlanTool {
  return Object.hasOwn(planTools, name);
}

/** The planning tools of an agent: one with a planner of its own marks steps, and does not set them. */
export function planToolsOf({
  // Agents of runs that began before agents planned have none.
  planning = 'none',
}: Partial<Pick<AgentDefinition, 'planning'>>): PlanTool[] {
  if (planning === 'none') return [];
  return planning === 'model' ? ['set_plan', 'update_plan'] : ['update_plan'];
}

/** What a model is told of a planning tool. */
export function planToolDefinition(name: PlanTool): ToolDefinition {
  const { description, parameters } = planTools[name];
  const { $schema: _dialect, ...schema } = z.toJSONSchema(parameters, {
    io: 'input',
  }) as JsonSchema;
  return { name, description, parameters: schema };
}
