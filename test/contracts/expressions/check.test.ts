import { describe, expect, test } from 'vitest';
import { checkExpression } from '../../../contracts/expressions/index.ts';

describe('looking at an expression', () => {
  test.each([
    ['nodes.a.output', { name: 'a', field: 'output', optional: false, fieldOptional: false }],
    ['nodes["a"].output', { name: 'a', field: 'output', optional: false, fieldOptional: false }],
    ['nodes.?a.output', { name: 'a', field: 'output', optional: true, fieldOptional: true }],
    ['nodes.a.?output', { name: 'a', field: 'output', optional: false, fieldOptional: true }],
    ['has(nodes.a)', { name: 'a', optional: true, fieldOptional: false }],
    ['has(nodes.a.output)', { name: 'a', field: 'output', optional: false, fieldOptional: true }],
    ['nodes', { optional: false, fieldOptional: false }],
  ])('%s: what is read, and whether it may be absent', (source, reference) => {
    const { error, references } = checkExpression(source);
    expect(error).toBeUndefined();
    expect(references).toStrictEqual([{ root: 'nodes', ...reference }]);
  });

  test('finds every place, in loops and computed keys too', () => {
    const { references } = checkExpression(
      'inputs.list.map(x, x + nodes.a.output.n).size() > 1 ? nodes[inputs.which].output : {"b": run.id}',
    );
    expect(references.map(({ root, name }) => [root, name])).toStrictEqual([
      ['inputs', 'list'],
      ['nodes', 'a'],
      ['nodes', undefined],
      ['inputs', 'which'],
      ['run', 'id'],
    ]);
  });

  test('a loop variable is not a root', () => {
    expect(checkExpression('[1].map(x, x)').references).toStrictEqual([]);
    expect(checkExpression('[1].map(nodes, nodes)').error?.message).toContain('hides `nodes`');
  });

  test('tells the type of the result where it is certain', () => {
    expect(checkExpression('inputs.n > 1').type).toBe('bool');
    expect(checkExpression('"a" + "b"').type).toBe('string');
    expect(checkExpression('inputs.n').type).toBe('dyn');
  });

  test('tells where the text is wrong', () => {
    expect(checkExpression('inputs.a ==').error).toStrictEqual({
      message: 'the expression is incomplete',
      position: 11,
    });
  });

  test.each([
    ['nodes.', 'the expression is incomplete'],
    ['nodes..a', 'a name must stand here, not .'],
    ['(1 + 2]', ') must stand here, not ]'],
    ['1 + * 2', '* cannot stand here'],
  ])('says of %s in plain words what cannot be read', (source, message) => {
    expect(checkExpression(source).error?.message).toBe(message);
  });

  test('separates what is wrong from what to write instead', () => {
    expect(checkExpression('price > 1').error).toStrictEqual({
      message: 'Unknown variable: price',
      fix: 'expressions can read inputs, nodes and run; text goes in quotes',
      position: 0,
    });
  });
});
