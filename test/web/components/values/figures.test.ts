import { describe, expect, it } from 'vitest';
import { cents, decimal } from '../../../../web/src/components/values/figures.ts';

describe('figures', () => {
  it.each([
    ['53602.930207655529', '$53,602.93'],
    ['-0.5', '-$0.50'],
    ['0', '$0.00'],
  ])('shows an amount of %s to the cent', (amount, text) => {
    expect(cents(amount)).toBe(text);
  });

  it.each([
    [1457.441454, '1,457.4415'],
    [1461.02002, '1,461.02'],
    ['29.8906', '29.8906'],
    [0.000012345678, '0.0000123457'],
    [2, '2'],
  ])('shows a price of %s as far as one reads it', (value, text) => {
    expect(decimal(value)).toBe(text);
  });
});
