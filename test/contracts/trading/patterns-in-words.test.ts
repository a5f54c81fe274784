import { expect, test } from 'vitest';
import { z } from 'zod';
import { createPaperOrder } from '../../../activities/trading/tools/orders/create-paper-order.ts';
import { costQuery } from '../../../contracts/api/index.ts';
import { markingDefaults } from '../../../contracts/base/own-words.ts';
import { checkValue } from '../../../contracts/values/json-schema.ts';
import { zodProblems } from '../../../contracts/values/zod-problems.ts';

const order = { symbol: 'SPX', side: 'buy', quantity: 1, referencePrice: 1 };
const orderProblems = (change: object) =>
  checkValue(createPaperOrder.parameters, { ...order, ...change }, ['args']).problems;

test('a text where a number may also be written is said to be no number', () => {
  expect(orderProblems({ quantity: 'plenty' })).toEqual([
    { path: 'args.quantity', message: 'is not a number', fix: 'write one such as 12.5' },
  ]);
  expect(orderProblems({ quantity: '12.5' })).toEqual([]);
});

test.each([-1, 0, '-1', '-0.5', '0', '0.00'])(
  'a quantity of %j is told to be above zero',
  (quantity) => {
    const told = [
      {
        path: 'args.quantity',
        message: `${quantity} is not greater than 0`,
        fix: 'use a number greater than 0',
      },
    ];
    expect(orderProblems({ quantity })).toEqual(told);
  },
);

test('a price of zero of an order is told to be above zero, also where it may be null', () => {
  for (const limitPrice of [0, '-1450.5']) {
    expect(orderProblems({ limitPrice })).toMatchObject([
      { path: 'args.limitPrice', message: `${limitPrice} is not greater than 0` },
    ]);
  }
  expect(orderProblems({ limitPrice: null })).toEqual([]);
});

test('a format with a name is described once, with an example', () => {
  expect(orderProblems({ referenceTime: 'yesterday' })).toMatchObject([
    { path: 'args.referenceTime', message: 'must be a time such as 2026-11-22T09:30:00Z' },
  ]);
});

test('a pattern of a schema is told in the words of its description, and itself where there are none', () => {
  const pattern = '^[A-Z]+$';
  const schema = {
    type: 'object',
    properties: {
      code: { type: 'string', pattern, description: 'Capital letters' },
      list: { type: 'array', items: { type: 'string', pattern } },
    },
  };
  expect(checkValue(schema, { code: 'a', list: ['A', 'b'] }, ['input']).problems).toEqual([
    {
      path: 'input.code',
      message: 'has the wrong format',
      fix: 'write what its description says: Capital letters',
    },
    {
      path: 'input.list[1]',
      message: 'has the wrong format',
      fix: 'use a text that matches /^[A-Z]+$/',
    },
  ]);
});

test.each([
  ['a text of its form that does not match', 'email', 'ann@example.com'],
  ['a form that nobody knows', 'ticker', 'lower'],
])('a pattern beside a format is described %s', (_what, format, text) => {
  const properties = { field: { type: 'string', format, pattern: '^[A-Z]+$' } };
  expect(checkValue({ type: 'object', properties }, { field: text }, []).problems).toEqual([
    {
      path: 'field',
      message: 'has the wrong format',
      fix: 'use a text that matches /^[A-Z]+$/',
    },
  ]);
});

test.each([z.url(), z.email(), z.uuid(), z.iso.date(), z.iso.datetime()])(
  'no error message of a format shows its pattern: %#',
  (schema) => {
    const issues = schema.safeParse('nothing of that', markingDefaults).error!.issues;
    const [told] = zodProblems(issues, { value: 'nothing of that', schema, path: [] });
    expect(told!.message).toMatch(/^must be an? .* such as /);
    expect(`${told!.message} ${told!.fix}`).not.toMatch(/[\\^$]/);
  },
);

test('what may be written in one of several forms is told with an example of each', () => {
  const { error } = costQuery.safeParse({ from: 'monday' }, markingDefaults);
  expect(zodProblems(error!.issues, { value: { from: 'monday' }, path: [] })).toMatchObject([
    { path: 'from', fix: expect.stringMatching(/2026-11-21, or an instant such as 2026-11-21T/) },
  ]);
});
