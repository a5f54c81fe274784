import { describe, expect, test } from 'vitest';
import { ExpressionError, evaluateExpression } from '../../../contracts/expressions/index.ts';
import type { ExpressionContext } from '../../../contracts/expressions/index.ts';

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
    ['nodes.large.output.report', 'too large for expressions to read (99999 bytes); pass it whole'],
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

  test('cannot grow by a chain of loops', () => {
    const grown = Array.from({ length: 8 }).reduce<string>(
      (inner, _, level) =>
        `[${inner}].map(v${level}, ${Array.from({ length: 8 }).fill(`v${level}`).join('+')})[0]`,
      "'xxxxxxxxxxxxxxxx'",
    );
    expect(() => value(grown)).toThrow('more than 2 nested or chained loops');
    expect(value('inputs.list.filter(x, x > 1).map(x, x * 2)')).toStrictEqual([4, 6]);
  });

  const large = (source: string) => () =>
    evaluateExpression(source, {
      inputs: {
        text: 'x'.repeat(600_000),
        list: Array.from({ length: 9_000 }, (_, index) => index),
      },
      nodes: {},
      run: { id: 'run-1' },
    });

  test.each([
    ['inputs.text + inputs.text', 'makes a text of more than 1000000 characters'],
    ['[1, 2].map(x, string(inputs.text) + inputs.text)', 'makes a text of more than 1000000'],
    ['[inputs.text, inputs.text].join("")', 'makes a text of more than 1000000 characters'],
    ['inputs.list + inputs.list', 'makes a list of more than 10000 elements'],
    ['inputs.list.map(a, inputs.list.map(b, b))', 'takes too long'],
    ['inputs.list.exists(a, inputs.list.all(b, b >= 0) && false)', 'takes too long'],
    ['inputs.list.map(a, inputs.text.contains("y"))', 'takes too long'],
  ])('is bounded in what it makes and takes: %s', (source, message) => {
    expect(large(source)).toThrow(ExpressionError);
    expect(large(source)).toThrow(message);
  });

  test('may do as much again the next time', () => {
    const source = 'inputs.list.map(a, a).size() + inputs.text.size()';
    for (let n = 0; n < 50; n += 1) expect(large(source)()).toBe(609_000);
  });

  test('is repeated in a message by its beginning only', () => {
    const long = `inputs.none + "${'x'.repeat(100_000)}"`;
    expect(() => value(long)).toThrow(/^.{1,500}$/u);
    expect(() => value('y'.repeat(100_000))).toThrow(/^.{1,600}$/u);
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
