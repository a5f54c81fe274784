import { expect, test } from 'vitest';
import { createPaperOrder } from '../../../activities/trading/tools/orders/create-paper-order.ts';
import {
  initialTexts,
  schemaFields,
  valuesOf,
} from '../../../web/src/components/schema-form/schema-fields.ts';

const order = createPaperOrder.parameters;

test('a tool is asked for by the controls that fit its arguments', () => {
  const kinds = schemaFields(order).map(({ name, control, isRequired }) => [
    name,
    control,
    isRequired,
  ]);
  expect(kinds).toEqual([
    ['symbol', 'text', true],
    ['side', 'choice', true],
    ['quantity', 'number', true],
    ['type', 'choice', false],
    ['limitPrice', 'number', false],
    ['stopPrice', 'number', false],
    ['timeInForce', 'choice', false],
    ['stopLoss', 'number', false],
    ['takeProfit', 'number', false],
    ['trailAmount', 'number', false],
    ['trailPercent', 'number', false],
    ['oco', 'json', false],
    ['reduceOnly', 'switch', false],
    ['referencePrice', 'number', true],
    ['referenceTime', 'text', false],
    ['checkOnly', 'switch', false],
    ['account', 'text', false],
  ]);
});

test('what was asked for, unchanged, is the same again', () => {
  const args = {
    symbol: 'SPX',
    side: 'buy',
    quantity: 29.8906,
    type: 'market',
    timeInForce: 'day',
    stopLoss: 1400,
    referencePrice: 1462.420044,
    referenceTime: '2013-01-02T21:00:00.000Z',
    reduceOnly: false,
    checkOnly: false,
  };
  const fields = schemaFields(order);
  expect(valuesOf(order, fields, initialTexts(fields, args))).toEqual(args);
});

test('what is left empty is left out, and a number that is none stays as it was typed', () => {
  const fields = schemaFields(order);
  const texts = { ...initialTexts(fields), symbol: 'SPX', quantity: 'plenty' };
  expect(valuesOf(order, fields, texts)).toEqual({
    symbol: 'SPX',
    quantity: 'plenty',
    type: 'market',
    timeInForce: 'gtc',
    reduceOnly: false,
    checkOnly: false,
  });
});

test('names of code are labels in words, unless the schema has a title', () => {
  const properties = { stopLoss: { type: 'number' }, x: { type: 'string', title: 'Symbol' } };
  expect(schemaFields({ type: 'object', properties }).map(({ label }) => label)).toEqual([
    'Stop loss',
    'Symbol',
  ]);
});

test('a number may have a comma before its decimals, but not one that may mean thousands', () => {
  const fields = schemaFields(order);
  const quantityOf = (quantity: string) =>
    valuesOf(order, fields, { quantity, symbol: '1,5' })['quantity'];
  expect(quantityOf('1,5')).toBe(1.5);
  expect(quantityOf('1,000')).toBe('1,000');
  expect(valuesOf(order, fields, { symbol: '1,5' })).toEqual({ symbol: '1,5' });
});

test('what has a default is not asked for, although it is required', () => {
  const properties = { size: { type: 'number', default: 3 }, name: { type: 'string' } };
  const schema = { type: 'object', required: ['size', 'name'], properties };
  expect(schemaFields(schema).map(({ isRequired }) => isRequired)).toEqual([false, true]);
});

test('null as a value shows what stands there at first', () => {
  const properties = { size: { type: ['number', 'null'], default: 3 }, name: { type: 'string' } };
  const fields = schemaFields({ type: 'object', properties });
  expect(initialTexts(fields, { size: null, name: null })).toEqual({ size: '3', name: '' });
});

test('a value that may be null is asked for by its other type', () => {
  const properties = {
    listed: { type: ['null', 'integer'] },
    either: { anyOf: [{ type: 'null' }, { type: 'boolean' }] },
  };
  expect(schemaFields({ type: 'object', properties }).map(({ control }) => control)).toEqual([
    'number',
    'switch',
  ]);
});
