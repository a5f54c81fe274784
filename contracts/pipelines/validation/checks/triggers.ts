import { checkExpression, expressionsIn } from '../../../expressions/index.ts';
import { patternProblems } from '../../../values/patterns.ts';
import { entryOf } from '../../catalog.ts';
import { pinnedKey } from '../../child-of.ts';
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

/** The input that a trigger gives to a run matches the inputs of the pipeline. */
export const triggerInputs: Check = ({ draft: { name = '', triggers, inputs: own }, catalog }) =>
  triggers.flatMap(({ index, trigger }) => {
    const { input, version } = trigger;
    if (input === undefined && givesInput(trigger)) return [];
    const inputs =
      version === undefined ? own : entryOf(catalog.pipelines, pinnedKey(name, version))?.inputs;
    if (inputs?.['type'] !== 'object' || patternProblems(inputs, []).length > 0) return [];
    return argumentProblems(inputs, input ?? {}, ['triggers', index, 'input']);
  });
