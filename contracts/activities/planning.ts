import type { CalledAgain, StepKey, Worked } from './step.ts';

export type MakePlanInput = StepKey & CalledAgain & { conversationId: string };

export interface PlanningActivities {
  /**
   * Has the agent's own planner make its plan.
   * @throws `ApplicationFailure` of type `PlannerFailed` that says what the planner threw, or gave wrongly.
   */
  makePlan(input: MakePlanInput): Promise<Worked & { steps: number }>;
}
