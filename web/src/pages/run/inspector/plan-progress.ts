import { isOpen } from '../../../../../contracts/agents/plan.ts';
import type { PlanStep } from '../../../../../contracts/agents/plan.ts';
import { planTexts } from './texts.ts';

/** How far a plan is: `2 of 5 done`, and what of it failed. Steps that were left out do not count. */
export function planProgress(steps: PlanStep[]): string {
  const wanted = steps.filter(({ status }) => status !== 'skipped');
  const done = wanted.filter(({ status }) => status === 'done').length;
  const failed = wanted.filter(({ status }) => status === 'failed').length;
  return planTexts.progress({ done, wanted: wanted.length, failed });
}

/** The step that an agent is at: the one at work, else the first that is open. */
export function currentStep(steps: PlanStep[]): PlanStep | undefined {
  return steps.find(({ status }) => status === 'active') ?? steps.find(isOpen);
}
