import { checkExpression, expressionsIn } from '../../../expressions/index.ts';
import { patternProblems } from '../../../values/patterns.ts';
import type { Check } from './check.ts';
import { argumentProblems } from './arguments.ts';
import { faultProblem } from './expressions.ts';

/** Expressions of triggers can be read, and read what fired the trigger. */
export const triggerExpressions: Check = ({ draft: { triggers } }) =>
  triggers.flatMap(({ index, trigger }) =>
    expressionsIn(trigger.input ?? null, ['triggers', index, 'input']).flatMap((expression) => {
      const fault = expression.error ?? checkExpression(expression.source, 'trigger').error;
      return fault ? [faultProblem(expression, fault)] : [];
    }),
  );

/** What a trigger gives a run is what the pipeline takes. */
export const triggerInputs: Check = ({ draft: { triggers, inputs } }) => {
  if (inputs['type'] !== 'object' || patternProblems(inputs, []).length > 0) return [];
  return triggers.flatMap(({ index, trigger }) =>
    // Without one, the input is what comes with the event.
    trigger.kind !== 'schedule' && trigger.input === undefined
      ? []
      : argumentProblems(inputs, trigger.input ?? {}, ['triggers', index, 'input']),
  );
};
