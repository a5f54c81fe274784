import { expect, test } from 'vitest';
import { asRead, shortest } from '../../../contracts/base/shortest.ts';

test.each([
  ['1462.7125280088', '1,462.7125'],
  ['103.000000000000', '103'],
  ['0.000012345678', '0.0000123457'],
  ['0.0000001', '0.0000001'],
  ['-12.34567', '-12.3457'],
  ['0', '0'],
])('%s is read as %s', (text, read) => {
  expect(asRead(text)).toBe(read);
});

test.each([
  ['1.500', '1.5'],
  ['100', '100'],
  ['100.000', '100'],
])('%s is %s without the zeros at its end', (text, short) => {
  expect(shortest(text)).toBe(short);
});
