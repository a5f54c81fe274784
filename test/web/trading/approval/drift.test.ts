import { expect, it } from 'vitest';
import { drift } from '../../../../web/src/trading/approval/drift.ts';

it.each([
  [100, 105, '+5.00 %'],
  [100, 99.5, '−0.50 %'],
  [100, 100, '0.00 %'],
  [5000, 5000.1, '0.00 %'],
])('from %d to %d is %s', (reference, price, text) => {
  expect(drift(reference, price)).toBe(text.replace(' ', '\u00A0'));
});
