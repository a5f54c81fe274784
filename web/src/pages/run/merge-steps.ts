import type { StepView } from '../../../../contracts/api/index.ts';
import type { ToldStep } from '../../../../contracts/runs/told-step.ts';

/**
 * The steps that were read from the records, brought up to date by those that were told. Of a step that was told
 * without its arguments and result, those count that were read.
 * @returns them in the order in which they began, and the keys of those that have ended and lack what was cut.
 */
export function mergeSteps(
  read: StepView[],
  told: ToldStep[],
): { steps: StepView[]; cut: string[] } {
  const steps = new Map<string, ToldStep>(read.map((step) => [step.key, step]));
  for (const step of told) {
    const known = steps.get(step.key);
    if (!(step.isCut && known && isSameState(known, step))) steps.set(step.key, step);
  }
  const merged = [...steps.values()].toSorted((one, other) => one.sequence - other.sequence);
  const cut = merged.filter(({ isCut, status }) => isCut && status !== 'running');
  return { steps: merged, cut: cut.map(({ key }) => key) };
}

function isSameState(one: StepView, other: StepView): boolean {
  return (
    one.status === other.status &&
    one.attempt === other.attempt &&
    one.endedAt === other.endedAt &&
    one.output !== null
  );
}
