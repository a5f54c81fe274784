import { evaluateExpression } from '../../contracts/expressions/index.ts';
import { failure } from '../errors.ts';
import type { NodeRunner } from './runner.ts';

export const condition: NodeRunner<'condition'> = ({ when }, { scope }) => {
  const output = evaluateExpression(when, scope);
  if (typeof output !== 'boolean') {
    throw failure({
      type: 'ExpressionError',
      message: `"${when}" must give true or false, but gave ${JSON.stringify(output)}`,
    });
  }
  return { output, port: output ? 'yes' : 'no' };
};
