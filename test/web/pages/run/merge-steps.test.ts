import { describe, expect, it } from 'vitest';
import type { ToldStep } from '../../../../contracts/runs/told-step.ts';
import { mergeSteps } from '../../../../web/src/pages/run/merge-steps.ts';
import { stepView } from '../../../contracts/runs/step-view.ts';

const running = (sequence: number) => stepView({ sequence });
const ended = (sequence: number, more: Partial<ToldStep> = {}): ToldStep =>
  stepView({
    sequence,
    status: 'completed',
    output: { price: sequence },
    endedAt: '2026-11-21T12:00:01.000Z',
    ...more,
  });

describe('the steps of a run, read and told', () => {
  it('are all there, in the order in which they began, as they were told last', () => {
    const { steps, cut } = mergeSteps([running(1), running(2)], [ended(2), running(3)]);
    expect(steps).toEqual([running(1), ended(2), running(3)]);
    expect(cut).toEqual([]);
  });

  it('have the results that were read where they were told without', () => {
    const told = ended(1, { output: null, isCut: true });
    expect(mergeSteps([ended(1)], [told])).toEqual({ steps: [ended(1)], cut: [] });
  });

  it('say which are to be read, once they have ended', () => {
    const cut = ended(1, { output: null, isCut: true });
    const open = stepView({ sequence: 2, input: null, isCut: true });
    expect(mergeSteps([running(1)], [cut, open])).toEqual({
      steps: [cut, open],
      cut: [cut.key],
    });
  });

  it('take a result that was read for an earlier attempt for another', () => {
    const again = ended(1, { attempt: 2, output: null, isCut: true });
    expect(mergeSteps([ended(1)], [again]).cut).toEqual([again.key]);
  });
});
