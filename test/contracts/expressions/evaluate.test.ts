import { describe, expect, test } from 'vitest';
import { ExpressionError, evaluateExpression } from '../../../contracts/expressions.ts';
import type { ExpressionContext } from '../../../contracts/expressions.ts';

const context: ExpressionContext = {
  inputs: { n: 3, text: 'x', list: [1, 2, 3], nothing: null },
  nodes: {
    decide: { status: 'completed', output: { action: 'buy', order: { quantity: 2 } } },
    failed: { status: 'failed', error: { type: 'Timeout', message: 'too slow' } },
    large: { status: 'completed', output: { artifact: 'a1', bytes: 99_999, preview: 'Once' } },
  },
  run: { id: 'run-1' },
};

const value = (source: string) => evaluateExpression(source, context);

describe('an expression', () => {
  test.each([
    ['inputs.n + 1', 4],
    ['(1 + inputs.n) * 2', 8],
    ['7 - inputs.n', 4],
    ['inputs.n / 2', 1.5],
    ['inputs.n % 2', 1],
    ['inputs.n % inputs.n', 0],
    ['3 / 2', 1],
    ['size(inputs.list) * 1.5', 4.5],
    ['inputs.n == 3', true],
    ['3 != inputs.n', false],
    ['inputs.n > 2 && inputs.n <= 3', true],
    ['2 in inputs.list', true],
    ['inputs.list.map(x, x * 2)', [2, 4, 6]],
    ['inputs.list.filter(x, x > 1)', [2, 3]],
    ['nodes.decide.output.action != "hold"', true],
    ['nodes.decide.output.order == {"quantity": 2}', true],
    ["[1, 'a', null]", [1, 'a', null]],
    ["{'order': nodes.?order.?output.orValue(null)}", { order: null }],
    ['nodes.?decide.?output.?order.?quantity', 2],
    ['nodes.?none.?output', null],
    ['nodes.failed.error.message', 'too slow'],
    ['has(inputs.none)', false],
    ['inputs.nothing == null', true],
    ['5u', 5],
    ['timestamp("2026-01-01T00:00:00Z") + duration("90s")', '2026-01-01T00:01:30.000Z'],
    ['duration("1.5s")', '1.5s'],
    ['run.id', 'run-1'],
  ])('%s gives %j', (source, expected) => {
    expect(value(source)).toStrictEqual(expected);
  });

  test.each([
    ['nodes.order.output', 'node order has not run; use nodes.?order.?output.orValue(null)'],
    ['nodes.failed.output', 'node failed is failed, without output'],
    ['nodes.large.output.report', 'too large to look into (99999 bytes); pass it whole'],
    ['inputs.none', 'input none was not given'],
    ['inputs.n > 2 ? "a" : 1', 'wrap one branch in dyn(…)'],
    ['symbol', 'expressions can read inputs, nodes and run'],
    ['inputs.n / 0', 'not a finite number'],
    ['9007199254740993', 'too large to be exact'],
    ['b"abc"', 'no JSON form'],
    ['1 +', 'the expression is incomplete at character 4'],
  ])('%s fails with advice', (source, message) => {
    expect(() => value(source)).toThrow(ExpressionError);
    expect(() => value(source)).toThrow(message);
  });

  test.each([
    'now()',
    'timestamp("2026-01-01T00:00:00Z").getHours("Europe/Berlin")',
    'timestamp("2026-01-01T00:00:00Z").getDayOfYear()',
    'inputs.text.matches("(a+)+$")',
    'cel.bind(x, inputs.text + inputs.text, x + x)',
    'inputs.list.map(a, inputs.list.map(b, inputs.list.map(c, c)))',
    `${'('.repeat(60)}1${')'.repeat(60)}`,
  ])('cannot take the time of the machine or unbounded time: %s', (source) => {
    expect(() => value(source)).toThrow(ExpressionError);
  });

  test('cannot reach what JavaScript objects inherit', () => {
    expect(() => value('inputs.constructor')).toThrow('No such key');
    expect(() => value('nodes.decide.output.toString')).toThrow('No such key');
    expect(() => value('inputs.__proto__')).toThrow(ExpressionError);
  });

  test('gives the same after others have been evaluated in between', () => {
    const first = value('inputs.list.map(x, x + inputs.n)');
    for (let n = 0; n < 300; n += 1) value(`inputs.n + ${n}`);
    expect(value('inputs.list.map(x, x + inputs.n)')).toStrictEqual(first);
  });

  test('changes nothing that it reads', () => {
    const before = structuredClone(context);
    value('inputs.list.map(x, x + 1) + inputs.list');
    expect(context).toStrictEqual(before);
  });
});
