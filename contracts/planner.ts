import { z } from 'zod';
import { mostPlanSteps } from './agents/plan.ts';

/** What a planner of the user's own is given. */
export type PlannerInput = {
  /** What the agent is to do. */
  task: string;
  agent: { name: string; role: string; instructions: string };
  tools: { name: string; description: string }[];
  /** The agents that it may give subtasks to: role by name. */
  delegates: Record<string, string>;
  /** Aborted when the time of the planner is up. */
  signal: AbortSignal;
};

/** What a planner gives: the steps in their order; one without an id is named by its place. */
export const plannedSchema = z.strictObject({
  steps: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(40).optional(),
        text: z.string().min(1).max(500),
      }),
    )
    .min(1)
    .max(mostPlanSteps),
});
export type Planned = z.infer<typeof plannedSchema>;

export type Planner = {
  /** As agents name it, and its file: `<name>.planner.ts`. */
  name: string;
  plan(input: PlannerInput): Planned | Promise<Planned>;
};

/** What the default export of a planner's file must be. */
export const plannerSchema = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_-]*$/, 'use lowercase letters, digits, _ and -')
    .refine((name) => name !== 'none' && name !== 'model', 'none and model are reserved'),
  plan: z.custom<Planner['plan']>((value) => typeof value === 'function', 'must be a function'),
});

/**
 * A planner, with its types checked where the file is edited.
 * @public for files in `extensions/agents`.
 */
export const definePlanner = (planner: Planner): Planner => planner;
