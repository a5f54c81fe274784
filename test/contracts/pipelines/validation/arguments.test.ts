import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { markingDefaults } from '../../../../contracts/base/own-words.ts';
import { argumentProblems } from '../../../../contracts/pipelines/validation/argument-problems.ts';
import type { JsonSchema } from '../../../../contracts/base/json.ts';

const sizing = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fraction'), fraction: z.number().max(1) }),
  z.strictObject({ kind: z.literal('notional'), amount: z.number() }),
]);
const distance = z.union([
  z.strictObject({ percent: z.number() }),
  z.strictObject({ atr: z.number(), period: z.number() }),
]);
const schema = z.strictObject({
  sizing: sizing.optional(),
  stop: distance.optional().describe('How far away'),
  value: z.union([z.string(), z.number(), z.null()]).optional(),
  prices: z.array(z.strictObject({ close: z.number().describe('At its end') })).optional(),
  names: z.record(z.string().regex(/^[a-z]+$/, 'use small letters'), z.number()).optional(),
  price: z
    .union([z.number(), z.string().regex(/^\d+$/)], { error: 'give a number such as 12' })
    .optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters')
    .optional(),
  above: z
    .number()
    .refine((value) => value > 0, 'must be above zero')
    .optional(),
});

function problems(value: unknown) {
  const { error } = schema.safeParse(value, markingDefaults);
  const parameters = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  return argumentProblems({ schema, parameters }, error?.issues ?? [], {
    value,
    path: ['args'],
    received: (_name, one) => JSON.stringify(one),
  });
}

describe('what is wrong with arguments', () => {
  test.each([
    [
      'the kind of one of several forms',
      { sizing: { kind: 'fracton' } },
      'args.sizing.kind',
      'must be one of fraction, notional, got "fracton"',
      'did you mean fraction?',
    ],
    [
      'a form without its kind',
      { sizing: {} },
      'args.sizing.kind',
      'kind is missing',
      'give kind: fraction, notional',
    ],
    [
      'the form that it comes nearest to',
      { stop: { percent: 'far' } },
      'args.stop.percent',
      'must be a number, not text',
      'write a number (described as: How far away)',
    ],
    [
      'a form that the schema tells of in a sentence',
      { currency: 'usd' },
      'args.currency',
      'has the wrong format, got "usd"',
      'must be three capital letters',
    ],
    [
      'a value of no form',
      { value: { a: 1 } },
      'args.value',
      'must be text, a number or null, not an object, got {"a":1}',
      'write text, a number or null',
    ],
    [
      'what is deep within',
      { prices: [{ close: 1 }, { close: null }] },
      'args.prices[1].close',
      'must be a number, not null',
      'write a number (described as: At its end)',
    ],
    [
      'a name of a record',
      { names: { A: 1 } },
      'args.names.A',
      'is not a valid name',
      'use small letters',
    ],
    [
      'a form in its own words',
      { price: [] },
      'args.price',
      'has the wrong format, got []',
      'give a number such as 12',
    ],
    [
      'a check of its own',
      { above: -1 },
      'args.above',
      'is not valid, got -1',
      'must be above zero',
    ],
    [
      'a name that there is not',
      { valeu: 1 },
      'args.valeu',
      'field valeu not found',
      'did you mean value?',
    ],
    [
      'a name of another of several forms',
      { sizing: { kind: 'notional', amount: 1, fraction: 1 } },
      'args.sizing.fraction',
      'field fraction not found',
      'choose one of: kind, amount',
    ],
    ['something else', 7, 'args', 'must be an object, not a number, got 7', 'write an object'],
  ])('tells %s, with its place and what to do', (_what, value, path, message, fix) => {
    expect(problems(value)).toMatchObject([{ path, message, fix }]);
  });
});
