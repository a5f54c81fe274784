import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delivered, revisePlan, withFailure } from '../../../activities/planning/revise-plan.ts';
import { isOpen, planStepStatuses, planText } from '../../../contracts/agents/plan.ts';
import type { Plan } from '../../../contracts/agents/plan.ts';

const plan: Plan = {
  steps: [
    { id: '1', text: 'Read', status: 'done', note: 'it is 1' },
    { id: '2', text: 'Judge', status: 'active' },
    { id: '3', text: 'Ask', status: 'pending' },
    { id: '4', text: 'Write', status: 'pending' },
  ],
};
const update = (of: Plan | undefined, steps: object[]) =>
  revisePlan(of, { name: 'update_plan', args: { steps } as never });
const set = (args: object) => revisePlan(undefined, { name: 'set_plan', args: args as never });

const anyPlan = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc.record({
          id: fc.constant(id),
          text: fc.constant('x'),
          status: fc.constantFrom(...planStepStatuses),
        }),
      ),
    ),
  )
  .map((steps): Plan => ({ steps }));

describe('a plan', () => {
  it('is set with ids by place where the model gives none', () => {
    expect(set({ steps: [{ text: 'Read' }, { text: 'Write', status: 'active' }] })).toEqual({
      plan: {
        steps: [
          { id: '1', text: 'Read', status: 'pending' },
          { id: '2', text: 'Write', status: 'active' },
        ],
      },
    });
  });

  it.each([
    ['of no steps', { steps: [] }],
    ['of what are no steps', { steps: ['Read'] }],
    [
      'with one id twice',
      {
        steps: [
          { id: 'a', text: 'x' },
          { id: 'a', text: 'y' },
        ],
      },
    ],
  ])('%s is refused with the problem', (_what, args) => {
    expect(set(args)).toEqual({ problem: expect.any(String) });
  });

  it('cannot be marked where there is none, or no such step', () => {
    expect(update(undefined, [{ id: '1', status: 'done' }])).toMatchObject({
      problem: expect.stringContaining('set_plan'),
    });
    expect(update(plan, [{ id: '9', status: 'done' }])).toMatchObject({
      problem: expect.stringContaining('1, 2, 3, 4'),
    });
  });

  it('marked the same way again is the same plan', () => {
    fc.assert(
      fc.property(anyPlan, fc.constantFrom(...planStepStatuses), (before, status) => {
        const steps = [{ id: before.steps[0]!.id, status }];
        const once = update(before, steps);
        expect('plan' in once && update(once.plan, steps)).toEqual(once);
      }),
    );
  });

  it('has nothing open when its result is delivered, and its last step is done', () => {
    expect(delivered(plan).steps.map(({ status }) => status)).toEqual([
      'done',
      'done',
      'skipped',
      'done',
    ]);
    fc.assert(fc.property(anyPlan, (any) => !delivered(any).steps.some(isOpen)));
  });

  it('has its current step fail where nothing else is left, and no other', () => {
    expect(withFailure(plan, 'closed')?.steps.map(({ status }) => status)).toEqual([
      'done',
      'failed',
      'pending',
      'pending',
    ]);
  });

  it('has no step fail where several are active: it is not known which one it was', () => {
    const both = revisePlan(plan, {
      name: 'update_plan',
      args: { steps: [{ id: '3', status: 'active' }] },
    });
    expect('plan' in both && withFailure(both.plan, 'closed')).toBeUndefined();
    expect(withFailure(delivered(plan), 'closed')).toBeUndefined();
  });

  it('is told in short, a line a step', () => {
    expect(planText(plan)).toBe('[x] 1 Read: it is 1\n[>] 2 Judge\n[ ] 3 Ask\n[ ] 4 Write');
  });
});
