import { Decimal } from 'decimal.js';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { calculate } from '../../../../activities/services/calculator/calculate.ts';
import { functionNames } from '../../../../activities/services/calculator/functions.ts';
import { loadMathematics } from '../../../../activities/services/calculator/mathematics.ts';
import { calculate as tool } from '../../../../activities/catalog/calculate/calculate.ts';
import { toolOf } from '../../tools/outside.ts';

// It takes a while, and the first test is not slower than the others.
beforeAll(async () => void (await loadMathematics()), 60_000);

const resultOf = async (expression: string) => (await calculate(expression)).result;

describe('calculate', () => {
  test.each([
    ['0.1 + 0.2', 0.3],
    ['1 / 3 * 3', 1],
    ['-2 ^ 2', -4],
    ['2 ^ 3 ^ 2', 512],
    ['100 + 5%', 105],
    ['10 % 3', 1],
    ['5! / 3!', 20],
    ['(1.05 ^ 10 - 1) * 100', 62.88946267774414],
    ['a = 1200 * 3%; round(a / 7, 2)', 5.14],
    ['log(8, 2)', 3],
    ['cbrt(-8)', -2],
    ['1 < 2 < 3', true],
    ['2 > 3 or not (1 == 1)', false],
    ['5 > 3 ? 10 : 20', 10],
    ['[1, 2, 3] * 2', [2, 4, 6]],
    ['[1, 2; 3, 4] * [1; 1]', [[3], [7]]],
    ['sum(1:100)', 5050],
    ['3:-1:1', [3, 2, 1]],
    ['0:0.1:0.3', [0, 0.1, 0.2, 0.3]],
    ['1:0', []],
    ['std([2, 4, 4, 4, 5, 5, 7, 9])', 2.138089935299395],
    ['quantileSeq([1, 2, 3, 4], 0.25)', 1.75],
    ['cos(pi)', -1],
    ['atan(1e390)', 1.5707963267948966],
    ['asin(1e-390)', 0],
  ])('of %s is %j', async (expression, expected) => {
    expect(await resultOf(expression)).toEqual(expected);
  });

  test('gives numbers to 60 digits', async () => {
    const { decimal } = await calculate('sqrt(2)');
    expect(decimal).toBe('1.41421356237309504880168872420969807856967187537694807317668');
    expect((await calculate('12345678901234567890.123456789 * 10')).decimal).toBe(
      '123456789012345678901.23456789',
    );
  });

  test('agrees with decimal arithmetic', async () => {
    const number = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((cents) => cents / 100);
    const Precise = Decimal.clone({ precision: 64 });
    await fc.assert(
      fc.asyncProperty(number, number, number, async (a, b, c) => {
        const { decimal } = await calculate('a * b - c * a + b', { a, b, c });
        expect(decimal).toBe(
          new Precise(a).times(b).minus(new Precise(c).times(a)).plus(b).toString(),
        );
      }),
    );
  });

  test('has every function that it names', async () => {
    const math = (await loadMathematics()) as unknown as Record<string, unknown>;
    for (const name of functionNames) expect(math[name], name).toBeTypeOf('function');
  });
});

describe('an expression without a value is refused', () => {
  test.each([
    ['2 + + ) 3', /Value expected at character 7, "2 \+ \+ ▸\) 3"/],
    ['3 @ 4', /at character 3, "3 ▸@ 4"/],
    ['1 + mena([1, 2])', /function mena not found at character 5, .*did you mean mean\?/],
    ['1 + price', /price is not defined at character 5, .*give it in variables/],
    ['2 cm', /cm is not defined at character 3/],
    ['10 + 1 / 0', /divide\(1, 0\) has no value: it is infinite/],
    ['sqrt(-1) + 1', /sqrt\(-1\) has no value: it is not a real number/],
    ['9 ^ 9 ^ 9 ^ 9', /infinite, or too large/],
    ['1e400', /beyond 1\.8e308/],
    ['pi = 3', /pi is already defined/],
    ['[1, 2] + [1, 2, 3]', /add\(\[1, 2\], \[1, 2, 3\]\) has no value/],
    ['mod(1e300, 7)', /exact for numbers of up to 60 digits/],
    ['1 ? 2 : 3', /must be true or false/],
    [';', /it is empty/],
  ])('%s', async (expression, message) => {
    await expect(resultOf(expression)).rejects.toThrow(message);
  });

  test.each([
    ['import({ a: 1 }, { override: true })'],
    ['createUnit("x")'],
    ['evaluate("1")'],
    ['parse("1")'],
    ['compile("1")'],
    ['simplify("x + x")'],
    ['derivative("x ^ 2", "x")'],
    ['f(x) = f(x)'],
    ['sqrt.constructor("return process")()'],
    ['[1].map.constructor("return 1")()'],
    ['constructor'],
    ['__proto__'],
    ['valueOf()'],
    ['{ a: 1 }'],
    ['"text"'],
    ['map([1], sqrt)'],
    ['random()'],
  ])('so that %s reaches nothing', async (expression) => {
    await expect(resultOf(expression)).rejects.toMatchObject({ name: 'ExpressionProblem' });
  });
});

describe('what would take long or be large is not begun', () => {
  test.each([
    ['factorial(1e9)', /up to 1000/],
    ['1:1e12', /at most 1000 numbers/],
    ['1:0:5', /must not be 0/],
    ['transpose([1:100]) * [1:100]', /more than 1000 numbers/],
    ['a = 1:1000; a .^ 0.5', /dotPow takes lists of up to 100/],
    ['[1, 2; 3, 4] ^ 1000000', /power of at most 100/],
    ['mod(1e390, 7)', /up to 60 digits/],
    ['sin(1e390)', /up to 60 digits/],
    ['exp(log(1e390) * 1e390)', /too large/],
    [`${'('.repeat(499)}1${')'.repeat(499)}`, /Maximum call stack/],
    ['combinations(1e8, 5e7)', /up to 1000/],
  ])('%s', async (expression, message) => {
    const begin = performance.now();
    await expect(resultOf(expression)).rejects.toThrow(message);
    expect(performance.now() - begin).toBeLessThan(1_000);
  });

  test('an expression of many slow steps is stopped', async () => {
    const slow = `a = 1:100; ${'a .^ 0.51;'.repeat(90)}`;
    await expect(resultOf(slow)).rejects.toThrow(/takes longer than 1000 ms/);
  });
});

describe('the tool calculate', () => {
  test('works its example out', async () => {
    const { run, spec } = await toolOf(tool);
    expect(await run(spec.example!)).toEqual({
      expression: 'mean(prices) * (1 + rate)',
      result: 11.55,
      decimal: '11.55',
    });
  });

  test('says in a refusal where the mistake is', async () => {
    const { run } = await toolOf(tool);
    await expect(run({ expression: '(1 + 2' })).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      retryable: false,
      message: expect.stringMatching(/Parenthesis \) expected at character 7, "\(1 \+ 2▸"/),
    });
    await expect(run({ expression: '1+'.repeat(600) })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(run({ expression: 'a', variables: { a: 'many' } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(/variables\.a: /),
    });
  });
});
