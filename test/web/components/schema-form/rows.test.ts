import { expect, it } from 'vitest';
import {
  emptyRow,
  rowsOf,
  schemaOf,
  withType,
} from '../../../../web/src/components/schema-form/rows/rows.ts';

const schema = {
  type: 'object',
  required: ['action'],
  properties: {
    action: { type: 'string', enum: ['buy', 'hold'], description: 'What to do' },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    reasons: { type: 'array', items: { type: 'string' } },
    legs: { type: 'array', items: { type: 'object' }, description: 'Its parts' },
    sure: { type: 'boolean' },
  },
  additionalProperties: false,
};

it('reads the fields of a schema, and writes them back as they were', () => {
  const rows = rowsOf(schema)!;
  expect(rows.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
    ['action', 'choice', true],
    ['confidence', 'number', false],
    ['reasons', 'texts', false],
    ['legs', 'other', false],
    ['sure', 'boolean', false],
  ]);
  expect(rows[0]).toMatchObject({ choices: ['buy', 'hold'], description: 'What to do' });
  expect(schemaOf(rows, schema)).toEqual(schema);
});

it('draws no fields of what is no object', () => {
  expect(rowsOf({ type: 'array' })).toBeUndefined();
  expect(rowsOf('Report')).toBeUndefined();
  expect(rowsOf(undefined)).toEqual([]);
});

it('leaves out what has no name yet, the second of one name, and a schema without fields', () => {
  const named = { ...emptyRow, name: 'verdict' };
  expect(schemaOf([named, emptyRow, { ...named, type: 'number' }], undefined)).toEqual({
    type: 'object',
    required: ['verdict'],
    properties: { verdict: { type: 'string' } },
  });
  expect(schemaOf([emptyRow], undefined)).toBeUndefined();
});

it('drops the limits of a type with it', () => {
  const [, confidence] = rowsOf(schema)!;
  expect(schemaOf([withType(confidence!, 'text')], undefined)).toMatchObject({
    properties: { confidence: { type: 'string' } },
  });
});
