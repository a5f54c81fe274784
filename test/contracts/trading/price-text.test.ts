import { expect, test } from 'vitest';
import { priceText } from '../../../contracts/trading/price-text.ts';

test.each([
  ['1496.0091', '1,496.01'],
  [1502.9599609, '1,502.96'],
  ['896.780029', '896.78'],
  [0.000012345678, '0.000012346'],
])('%s is quoted as %s', (price, text) => {
  expect(priceText(price)).toBe(text);
});
