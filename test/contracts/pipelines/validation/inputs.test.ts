import { expect, test } from 'vitest';
import { expectMistake, problemsOf, withInputs } from './support.ts';
import type { Case } from './support.ts';

const inputs: Case[] = [
  [
    'inputs that are no object',
    withInputs({ type: 'array' }),
    'inputs.type',
    'inputs must describe an object',
    'write type: object',
  ],
  [
    'an unknown JSON type',
    withInputs({ type: 'object', properties: { a: { type: 'strin' } } }),
    'inputs.properties.a.type',
    'JSON type strin not found',
    'did you mean string?',
  ],
  [
    'a schema that cannot be used',
    withInputs({ type: 'object', properties: { a: { $ref: '#/$defs/a' } } }),
    'inputs',
    'is not a usable JSON Schema',
    'Reference not found',
  ],
  [
    'a default of the wrong type',
    withInputs({ type: 'object', properties: { a: { type: 'string', default: 5 } } }),
    'inputs.properties.a.default',
    'must be text, not a number',
    'write text',
  ],
  [
    'a default beyond its limits',
    withInputs({
      type: 'object',
      properties: {
        a: { type: 'object', properties: { b: { type: 'number', minimum: 1, default: 0 } } },
      },
    }),
    'inputs.properties.a.properties.b.default',
    'must be at least 1',
    'use at least 1',
  ],
  [
    'a pattern',
    withInputs({ type: 'object', properties: { x: { type: 'string', pattern: '(a+)+$' } } }),
    'inputs.properties.x.pattern',
    'pattern is not supported: its evaluation time is not bounded',
    'use enum, minLength or maxLength',
  ],
  [
    'a pattern deep inside',
    withInputs({
      type: 'object',
      properties: { x: { anyOf: [{ type: 'array', items: { pattern: '(a+)+$' } }] } },
    }),
    'inputs.properties.x.anyOf[0].items.pattern',
    'pattern is not supported',
    'use enum, minLength or maxLength',
  ],
  [
    'patterns of names',
    withInputs({ type: 'object', patternProperties: { '(a+)+$': {} } }),
    'inputs.patternProperties',
    'patternProperties is not supported',
    'use enum, minLength or maxLength',
  ],
  [
    'an input with an inherited name',
    withInputs({ type: 'object', properties: { constructor: { type: 'string' } } }),
    'inputs.properties.constructor',
    'constructor is a reserved name',
    'choose another name',
  ],
  [
    'an input with the name of the prototype',
    withInputs(JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')),
    'inputs.properties.__proto__',
    '__proto__ is a reserved name',
    'choose another name',
  ],
  [
    'a required input that is not there',
    withInputs({ type: 'object', required: ['symbl'], properties: { symbol: { type: 'string' } } }),
    'inputs.required[0]',
    'input symbl not found',
    'did you mean symbol?',
  ],
  [
    'an input that is not declared',
    withInputs(
      { type: 'object', properties: { symbol: { type: 'string', default: '' } } },
      '{{ inputs.symbl }}',
    ),
    'nodes[0].value',
    'input symbl not found',
    'did you mean symbol?',
  ],
  [
    'an input that may not be given',
    withInputs(
      { type: 'object', properties: { symbol: { type: 'string' } } },
      '{{ inputs.symbol }}',
    ),
    'nodes[0].value',
    'input symbol may be missing',
    'inputs.?symbol.orValue(null)',
  ],
];

test.each(inputs)('a mistake in inputs is told once, with its place and a fix: %s', (...tested) => {
  expectMistake(tested);
});

test('an input may be called pattern, and a default may hold one', () => {
  const pattern = { type: 'object', default: { pattern: 'a' } };
  expect(problemsOf(withInputs({ type: 'object', properties: { pattern } }))).toStrictEqual([]);
});
