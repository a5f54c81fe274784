import { expect, it } from 'vitest';
import { price } from '../../../../web/src/trading/values/price-text.ts';

it.each([
  [1457.441454, '1,457.44'],
  [1480, '1,480.00'],
  [1.08425, '1.0843'],
  [0.000012345678, '0.000012346'],
  ['64250.5', '64,250.50'],
])('quotes a price of %s as markets do', (value, text) => {
  expect(price(value)).toBe(text);
});
