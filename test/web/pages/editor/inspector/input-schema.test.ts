import { describe, expect, it } from 'vitest';
import { argumentFields } from '../../../../../web/src/pages/editor/inspector/argument-fields.ts';
import {
  addInput,
  editedInputs,
  removeInput,
  rulesOf,
  setInInput,
  setRules,
  withRequired,
} from '../../../../../web/src/pages/editor/inspector/input-schema.ts';

const inputs = {
  type: 'object',
  required: ['symbol'],
  properties: { symbol: { type: 'string', minLength: 1 }, size: { type: 'number' } },
};

describe('the inputs of a pipeline', () => {
  it('are added under a free name, also where there were none', () => {
    expect(addInput(undefined)).toEqual({
      type: 'object',
      properties: { input: { type: 'string' } },
    });
    expect(Object.keys(editedInputs(addInput(addInput(inputs)))).length).toBe(4);
  });

  it('go with their place among those that are needed', () => {
    expect(removeInput(inputs, 'symbol')).toEqual({
      type: 'object',
      properties: { size: { type: 'number' } },
    });
  });

  it('keep the keywords that the form does not know', () => {
    expect(setInInput(inputs, 'symbol', 'default', 'SPX')).toMatchObject({
      properties: { symbol: { type: 'string', minLength: 1, default: 'SPX' } },
    });
    expect(setInInput(inputs, 'symbol', 'minLength', undefined)).toMatchObject({
      properties: { symbol: { type: 'string' } },
    });
  });

  it('have rules beyond what has a field of its own, which those replace alone', () => {
    const titled = setInInput(inputs, 'symbol', 'title', 'Symbol');
    expect(rulesOf(editedInputs(titled)[0]!.schema)).toEqual({ minLength: 1 });
    expect(setRules(titled, 'symbol', { maxLength: 9, title: 'Not a rule' })).toMatchObject({
      required: ['symbol'],
      properties: { symbol: { type: 'string', title: 'Symbol', maxLength: 9 } },
    });
    const without = editedInputs(setRules(titled, 'symbol', {}))[0]!;
    expect(without.schema).toEqual({ type: 'string', title: 'Symbol' });
  });

  it('are needed or not', () => {
    expect(withRequired(inputs, 'size', true)['required']).toEqual(['symbol', 'size']);
    expect(withRequired(inputs, 'symbol', false)).not.toHaveProperty('required');
  });
});

describe('the arguments of a tool', () => {
  it('are those of its schema, and those that are given though it has none such', () => {
    const fields = argumentFields(inputs, { symbol: 'SPX', odd: 1 });
    expect(fields).toMatchObject([
      { name: 'symbol', isRequired: true, isKnown: true, isText: true },
      { name: 'size', isRequired: false, isKnown: true, isText: false },
      { name: 'odd', isKnown: false },
    ]);
  });

  it('are asked for as their types say, with or without null', () => {
    const fields = argumentFields(
      {
        type: 'object',
        properties: {
          side: { type: 'string', enum: ['buy', 'sell'] },
          reduceOnly: { type: ['boolean', 'null'] },
          price: { anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'null' }] },
          bars: { anyOf: [{ type: 'number' }, { type: 'string' }] },
          symbol: { type: 'string' },
          legs: { type: 'array' },
        },
      },
      {},
    );
    expect(fields.map(({ name, control }) => [name, control])).toEqual([
      ['side', 'choice'],
      ['reduceOnly', 'flag'],
      ['price', 'number'],
      ['bars', 'value'],
      ['symbol', 'text'],
      ['legs', 'value'],
    ]);
    expect(fields[0]?.choices).toEqual(['buy', 'sell']);
  });
});
