import { z } from 'zod';
import type { ToolCall } from '../../contracts/models/messages.ts';
import { isOpen, mostNoteCharacters, planText } from '../../contracts/agents/plan.ts';
import type { Plan, PlanStep } from '../../contracts/agents/plan.ts';
import { cutText, storable } from '../../contracts/base/text.ts';
import type { Revision } from '../../db/repositories/runs/plans.ts';
import { planTools } from './plan-tools.ts';
import type { PlanTool, SetPlan, UpdatePlan } from './plan-tools.ts';

/** What a call of a planning tool makes of the plan, or why it is none. */
export type Revised = { plan: Revision } | { problem: string };

const revise = {
  set_plan: (_plan: Plan | undefined, args: SetPlan) => setPlan(args),
  update_plan: (plan: Plan | undefined, args: UpdatePlan) => updatePlan(plan, args),
};

/** Does what a model's call of a planning tool asks for. Pure; the same call again changes nothing. */
export function revisePlan(
  plan: Plan | undefined,
  { name, args }: Pick<ToolCall, 'args'> & { name: PlanTool },
): Revised {
  const checked = planTools[name].parameters.safeParse(storable(args));
  if (!checked.success) return { problem: z.prettifyError(checked.error) };
  // The table of schemas and the table of functions have the same keys.
  return (revise[name] as (plan: Plan | undefined, args: unknown) => Revised)(plan, checked.data);
}

function setPlan({ steps, reason }: SetPlan): Revised {
  const named = steps.map((step, index): PlanStep => {
    const { id = String(index + 1), text, status = 'pending', note } = step;
    return { id, text, status, ...(note !== undefined && { note }) };
  });
  const twice = named.find(({ id }, index) => named.findIndex((other) => other.id === id) < index);
  if (twice) return { problem: `Two steps have the id ${twice.id}: give each its own.` };
  return { plan: { steps: named, ...(reason !== undefined && { reason }) } };
}

function updatePlan(plan: Plan | undefined, { steps }: UpdatePlan): Revised {
  if (!plan) return { problem: 'No plan yet. Set one with set_plan.' };
  const unknown = steps.find(({ id }) => !plan.steps.some((step) => step.id === id));
  if (unknown) {
    const ids = plan.steps.map(({ id }) => id).join(', ');
    return { problem: `The plan has no step ${unknown.id}; its steps are ${ids}.` };
  }
  return {
    plan: {
      steps: plan.steps.map((step) => {
        const { status, note } = steps.findLast(({ id }) => id === step.id) ?? step;
        return { ...step, status, ...(note !== undefined && { note }) };
      }),
    },
  };
}

/**
 * The plan when a tool of its current step failed for good: that step failed, with why. Undefined where nothing is open,
 * or several steps are active: only the model knows then which one it was.
 */
export function withFailure(plan: Plan, why: string): Plan | undefined {
  const active = plan.steps.filter(({ status }) => status === 'active');
  const [current] = active.length > 0 ? active : plan.steps.filter(isOpen);
  if (!current || active.length > 1) return undefined;
  const note = cutText(why, mostNoteCharacters);
  return {
    steps: plan.steps.map((step) =>
      step === current ? { ...step, status: 'failed', note } : step,
    ),
  };
}

/**
 * The plan when the result is delivered: what was being done is done, and so is the last step, which a plan leads to;
 * what was not begun is left out.
 */
export function delivered(plan: Plan): Plan {
  return {
    steps: plan.steps.map((step, index) => {
      if (!isOpen(step)) return step;
      const isDone = step.status === 'active' || index === plan.steps.length - 1;
      return { ...step, status: isDone ? 'done' : 'skipped' };
    }),
  };
}

/** What a model reads after it has set or marked its plan. */
export function planObservation(plan: Plan): string {
  return `Your plan now:\n${planText(plan)}`;
}
