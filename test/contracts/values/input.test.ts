import { describe, expect, test } from 'vitest';
import { checkInput, coerceInput } from '../../../contracts/values/input.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';

const schema = {
  type: 'object',
  required: ['symbol'],
  properties: {
    symbol: { type: 'string', minLength: 1, default: 'SPX' },
    budget: { type: 'number', minimum: 0 },
    days: { type: 'integer' },
    dry: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    code: { type: ['string', 'null'] },
  },
};

const times = <Made>(make: (index: number) => Made) =>
  Array.from({ length: 60_000 }, (_, index) => make(10_000 + index));

const crowded = {
  type: 'object',
  properties: {
    symbol1000: { type: 'number' },
    choices: { type: 'array', items: { enum: ['buy', 'sell'] } },
    order: {
      type: 'object',
      properties: { limit1000: { type: 'number' } },
      additionalProperties: false,
    },
  },
};

describe('the input of a start request', () => {
  test('gets the defaults', () => {
    expect(checkInput(schema, { budget: 1 })).toStrictEqual({
      value: { budget: 1, symbol: 'SPX' },
      problems: [],
    });
  });

  test('with mistakes gives each with its path', () => {
    const input = { symbol: '', budget: -1, days: 1.5, tags: ['a', 1], simbol: 'x' };
    const { value, problems } = checkInput(schema, input);
    expect(value).toBeUndefined();
    expect(problems).toStrictEqual([
      { path: 'input.simbol', message: 'input simbol not found', fix: 'did you mean symbol?' },
      {
        path: 'input.symbol',
        message: 'must be at least 1 character',
        fix: 'use at least 1 character',
      },
      { path: 'input.budget', message: 'must be at least 0', fix: 'use at least 0' },
      {
        path: 'input.days',
        message: 'must be a whole number, not 1.5',
        fix: 'write a whole number',
      },
      { path: 'input.tags[1]', message: 'must be text, not a number', fix: 'write text' },
    ]);
  });

  test('that is missing something needed says so', () => {
    const needed = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
    expect(checkInput(needed, {}).problems).toMatchObject([
      { path: 'input.a', message: 'a is missing', fix: 'give a: text', code: 'missing' },
    ]);
  });

  test('may hold more only where the schema says so', () => {
    const open = { ...schema, additionalProperties: true };
    expect(checkInput(open, { more: 1 }).value).toMatchObject({ more: 1 });
    const numbers = { ...schema, additionalProperties: { type: 'number' } };
    expect(checkInput(numbers, { more: 'x' }).problems).toMatchObject([{ path: 'input.more' }]);
    const closed = { ...schema, additionalProperties: false };
    expect(checkInput(closed, { more: 1 }).problems).toHaveLength(1);
  });

  test('never runs a pattern', () => {
    const schemas: JsonObject[] = [
      { type: 'object', properties: { a: { type: 'string', pattern: '(a+)+$' } } },
      { type: 'object', patternProperties: { '(a+)+$': {} }, additionalProperties: true },
    ];
    const text = `${'a'.repeat(40)}!`;
    for (const unbounded of schemas) {
      expect(checkInput(unbounded, { a: text, [text]: 1 }).problems).toMatchObject([
        { message: expect.stringContaining('is not supported') },
      ]);
    }
  });

  test.each([
    ['unknown names', Object.fromEntries(times((index) => [`symbol${index}`, 1]))],
    ['unknown choices', { choices: times(() => 'buuy') }],
    ['unknown fields', { order: Object.fromEntries(times((index) => [`limit${index}`, 1])) }],
  ])('of 60,000 %s tells the first, and compares few of them', (_what, input) => {
    const { problems } = checkInput(crowded, input);
    expect(problems).toHaveLength(501);
    expect(problems.at(-1)?.message).toBe('there are 59500 more problems');
    expect(problems.filter(({ fix }) => fix.startsWith('did you mean'))).toHaveLength(20);
  });

  test('may not be nested deeper than 64 levels', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    expect(checkInput(schema, { tags: deep }).problems).toMatchObject([
      { message: 'is nested too deeply' },
    ]);
  });

  test.each([null, 'text', [], 5])('%j is not an object', (input) => {
    expect(checkInput(schema, input).problems).toMatchObject([{ path: 'input' }]);
  });
});

test('texts become what the schema asks for, or stay texts', () => {
  const texts = {
    symbol: '5',
    budget: '1.5',
    days: 'many',
    dry: 'true',
    tags: '["a"]',
    code: 'null',
    unnamed: '{"a": 1}',
  };
  expect(coerceInput(schema, texts)).toStrictEqual({
    symbol: '5',
    budget: 1.5,
    days: 'many',
    dry: true,
    tags: ['a'],
    code: 'null',
    unnamed: { a: 1 },
  });
});
