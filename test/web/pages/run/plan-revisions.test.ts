import { describe, expect, it } from 'vitest';
import type { PlanView } from '../../../../contracts/api/index.ts';
import { latestPlan, planAnew } from '../../../../web/src/pages/run/inspector/plan-revisions.ts';

const plan = (revision: number, text: string, reason: string | null = null): PlanView => ({
  nodePath: 'look',
  revision,
  step: `turn-${revision}`,
  reason,
  steps: [{ id: '1', text, status: 'pending' }],
  at: `2026-11-21T10:00:0${revision}.000Z`,
});
const marked: PlanView = {
  ...plan(2, 'Read'),
  steps: [{ id: '1', text: 'Read', status: 'failed' }],
};
const anew = plan(3, 'Say so', 'no price');

describe('the plan that is shown', () => {
  it('is the one told last, or read where nothing newer was told', () => {
    expect(latestPlan([], undefined)).toBeUndefined();
    expect(latestPlan([plan(1, 'Read')], marked)).toBe(marked);
    expect(latestPlan([plan(1, 'Read'), marked], plan(1, 'Read'))).toBe(marked);
  });

  it('has before it those that were given up, as they stood then, and why', () => {
    expect(planAnew([plan(1, 'Read'), marked], marked)).toEqual([]);
    expect(planAnew([plan(1, 'Read'), marked, anew], anew)).toEqual([
      { ...marked, givenUpFor: 'no price' },
    ]);
  });
});
