import { describe, expect, it } from 'vitest';
import type { PlanStep } from '../../../../contracts/agents/plan.ts';
import {
  currentStep,
  planProgress,
} from '../../../../web/src/pages/run/inspector/plan-progress.ts';

const steps = (...statuses: PlanStep['status'][]): PlanStep[] =>
  statuses.map((status, index) => ({ id: String(index + 1), text: `Step ${index + 1}`, status }));

describe('how far a plan is', () => {
  it('counts what is done of what is not left out', () => {
    expect(planProgress(steps('done', 'active', 'pending'))).toBe('1 of 3 done');
    expect(planProgress(steps('done', 'skipped', 'done'))).toBe('2 of 2 done');
    expect(planProgress(steps('done', 'failed'))).toBe('1 of 2 done, 1 failed');
  });

  it('is at the step at work, else at the first that is open, and at none when all are closed', () => {
    expect(currentStep(steps('done', 'pending', 'active'))?.id).toBe('3');
    expect(currentStep(steps('done', 'pending', 'pending'))?.id).toBe('2');
    expect(currentStep(steps('done', 'failed', 'skipped'))).toBeUndefined();
  });
});
