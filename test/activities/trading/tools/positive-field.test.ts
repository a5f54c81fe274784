import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { positiveField } from '../../../../activities/trading/tools/fields.ts';
import { calculateRiskReward } from '../../../../activities/trading/tools/calculate/calculate-risk-reward.ts';
import type { JsonSchema } from '../../../../contracts/base/json.ts';
import { fitsStrictMode } from '../../../../contracts/tools/definitions/strict-schema.ts';
import { checkValue } from '../../../../contracts/values/json-schema.ts';

const published = z.toJSONSchema(positiveField, { io: 'input' }) as JsonSchema;
const isPublished = (value: unknown) => checkValue(published, value, []).problems.length === 0;

/** Decimal text with zeros anywhere, whose worth is at least a trillionth where it is not zero. */
const decimalText = fc
  .tuple(
    fc.constantFrom('', '+', '-'),
    fc.stringMatching(/^0{0,4}[0-9]{1,10}$/),
    fc.option(fc.stringMatching(/^[0-9]{1,6}0{0,4}$/), { nil: undefined }),
  )
  .map(([sign, whole, part]) => `${sign}${whole}${part === undefined ? '' : `.${part}`}`);

test('the schema that is published takes the same texts and numbers as the field itself', () => {
  fc.assert(
    fc.property(fc.oneof(decimalText, decimalText.map(Number)), (value) => {
      const isAboveZero = Number(value) > 0;
      expect(positiveField.safeParse(value).success).toBe(isAboveZero);
      expect(isPublished(value)).toBe(isAboveZero);
    }),
    { numRuns: 1_000 },
  );
});

test.each(['', ' ', '1e5', '.5', '5.', '1,5', '--1', 'NaN', '0x1', null, true])(
  '%j is no number of either',
  (value) => {
    expect([positiveField.safeParse(value).success, isPublished(value)]).toEqual([false, false]);
  },
);

test.each([
  [-1, 'must be above zero'],
  ['-1', 'must be above zero'],
  ['0.000', 'must be above zero'],
  ['plenty', 'give a number such as 12.5, or the same as text'],
  [[], 'give a number such as 12.5, or the same as text'],
  [1e15, 'must be from 0.000000000001 to below 1000000000000000'],
])('of %j it says: %s', (value, message) => {
  expect(positiveField.safeParse(value).error!.issues.map((issue) => issue.message)).toEqual([
    message,
  ]);
});

test('models can be held to it, whose APIs know no look-around in a pattern', () => {
  expect(fitsStrictMode(calculateRiskReward.parameters)).toBe(true);
  expect(JSON.stringify(published)).not.toContain('(?');
});
