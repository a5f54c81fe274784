import { describe, expect, it } from 'vitest';
import {
  cents,
  decimal,
  percent,
  plainNumber,
  ratio,
  tokens,
} from '../../../../web/src/components/values/figures.ts';

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
  ])('shows a number of %s as far as one reads it', (value, text) => {
    expect(decimal(value)).toBe(text);
  });

  it.each([
    [0.042, '4.20 %'],
    [-0.20381, '−20.38 %'],
    [-0.000001, '0.00 %'],
  ])('writes a share of %s in percent', (value, text) => {
    expect(percent(value)).toBe(text);
  });

  it('writes a ratio with two decimals, and a volume in few characters', () => {
    expect(ratio(-1.2345)).toBe('−1.23');
    expect(tokens(12_431)).toBe('12.4K');
  });

  it.each([
    [1485.97998, '1485.98'],
    [0.34032783558501, '0.34032784'],
    [30.5123, '30.5123'],
    [123456789.126, '123456789.13'],
    [100000, '100000'],
    [-0.5, '-0.5'],
    [1e21, '1e+21'],
  ])('writes %s as code does, as far as one reads it', (value, text) => {
    expect(plainNumber(value)).toBe(text);
  });
});
