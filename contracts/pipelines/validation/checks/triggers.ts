import { checkExpression, expressionsIn } from '../../../expressions/index.ts';
import { patternProblems } from '../../../values/patterns.ts';
import type { Check } from './check.ts';
import { givesInput } from '../../triggers/kinds.ts';
import { argumentProblems } from './arguments.ts';
import { expressionProblems } from './expressions.ts';

/** Expressions of triggers can be read, and read what fired the trigger. */
export const triggerExpressions: Check = ({ draft: { triggers } }) =>
  triggers.flatMap(({ index, trigger }) => {
    const inInput = expressionsIn(trigger.input ?? null, ['triggers', index, 'input']);
    const path = ['triggers', index, 'when'];
    const filter =
      trigger.kind === 'event' && trigger.when !== undefined
        ? [{ path, source: trigger.when, isCondition: true }]
        : [];
    return [...inInput, ...filter].flatMap((expression) => {
      const checked = checkExpression(expression.source, 'trigger');
      return expressionProblems(expression, checked);
    });
  });

/** What a trigger gives a run is what the pipeline takes. */
export const triggerInputs: Check = ({ draft: { triggers, inputs } }) => {
  if (inputs['type'] !== 'object' || patternProblems(inputs, []).length > 0) return [];
  return triggers.flatMap(({ index, trigger }) =>
    trigger.input === undefined && givesInput(trigger)
      ? []
      : argumentProblems(inputs, trigger.input ?? {}, ['triggers', index, 'input']),
  );
};
