import fc from 'fast-check';
import { expect, it } from 'vitest';
import { budgetOf } from '../../../../web/src/components/controls/budget.ts';
import { readNumber, unclearNumber } from '../../../../web/src/components/controls/read-number.ts';

it.each([
  ['1000', 1000],
  [' 2.5 ', 2.5],
  ['.5', 0.5],
  ['-3', -3],
  ['1e3', 1000],
  ['1,5', 1.5],
  ['0,005', 0.005],
])('reads %s', (text, number) => {
  expect(readNumber(text)).toBe(number);
  expect(unclearNumber(text)).toBeUndefined();
});

it.each(['1,000', '12,500', '1,000,000', '1,000.50', '1.000,50'])(
  'does not guess what the comma of %s means',
  (text) => {
    expect(readNumber(text)).toBeUndefined();
    expect(unclearNumber(text)).toContain('comma');
    expect(budgetOf(text)).toEqual({ budgetUsd: text });
  },
);

it.each(['', 'plenty', '0x10', 'Infinity', '1 000', '-'])('finds no number in "%s"', (text) => {
  expect(readNumber(text)).toBeUndefined();
  expect(unclearNumber(text)).toBeUndefined();
});

it('reads every number as it is written', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(readNumber(String(number))).toBe(Number(String(number)));
    }),
  );
});
