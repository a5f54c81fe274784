import { evaluateExpression } from '../../contracts/expressions/index.ts';
import type { ExpressionContext } from '../../contracts/expressions/index.ts';
import { failure } from '../errors.ts';
import type { NodeRunner } from './runner.ts';

export const condition: NodeRunner<'condition'> = ({ when }, { scope }) => {
  const output = trueOrFalse(when, scope);
  return { output, port: output ? 'yes' : 'no' };
};

/** @throws `ExpressionError` where an expression gives anything else. */
export function trueOrFalse(when: string, scope: ExpressionContext): boolean {
  const output = evaluateExpression(when, scope);
  if (typeof output === 'boolean') return output;
  throw failure({
    type: 'ExpressionError',
    message: `"${when}" must give true or false, but gave ${JSON.stringify(output)}`,
  });
}
