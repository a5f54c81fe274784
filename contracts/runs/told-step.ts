import type { StepView } from '../api/steps.ts';

/** A step as streams tell it: arguments and results that are large are null there, which `isCut` says. */
export type ToldStep = StepView & { isCut?: true };

/** Characters of JSON that arguments or a result may have; what is longer is read from the records. */
const mostCharacters = 4_000;

/** A step without what is too large to be told to everybody who watches. */
export function toldStep(step: StepView): ToldStep {
  const isInputLarge = isLarge(step.input);
  const isOutputLarge = isLarge(step.output);
  if (!isInputLarge && !isOutputLarge) return step;
  return {
    ...step,
    ...(isInputLarge && { input: null }),
    ...(isOutputLarge && { output: null }),
    isCut: true,
  };
}

function isLarge(value: StepView['input']): boolean {
  return JSON.stringify(value).length > mostCharacters;
}
