import { expect, it } from 'vitest';
import { evaluateExpression } from '../../../../contracts/expressions/index.ts';
import type { ExpressionContext } from '../../../../contracts/expressions/index.ts';
import { errorTexts } from '../../../../web/src/pages/run/inspector/texts.ts';
import { whatCame } from '../../../../web/src/pages/run/inspector/what-came.ts';

const judged = { action: 'stand_aside', reason: 'calm', order: { size: 1 } };
const nodes: ExpressionContext['nodes'] = { judge: { status: 'completed', output: judged } };

/** What is said of an expression that fails. */
function said(source: string): string | undefined {
  let message = '';
  try {
    evaluateExpression(source, { inputs: {}, nodes, run: { id: 'run_1' } });
  } catch (error) {
    message = `price: ${(error as Error).message}`;
  }
  const came = whatCame(message, (id) => nodes[id]?.output);
  return came && errorTexts.came([came.node, ...came.within].join('.'), came.form, came.fields);
}

it.each([
  [
    'nodes.judge.output.price',
    'judge answered with action stand_aside; it has action, reason, order.',
  ],
  [
    '1 + nodes.judge.output.price',
    'judge answered with action stand_aside; it has action, reason, order.',
  ],
  ['nodes.judge.output.order.price', 'judge.order answered; it has size.'],
])('says what came where %s is missing', (source, text) => {
  expect(said(source)).toBe(text);
});

it.each(['nodes.judge.output.action', 'inputs.price', 'nodes.nobody.output.price'])(
  'says nothing of %s',
  (source) => {
    expect(said(source)).toBeUndefined();
  },
);
