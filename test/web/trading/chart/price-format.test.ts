import { expect, test } from 'vitest';
import {
  moneyFormat,
  percentFormat,
  priceFormat,
} from '../../../../web/src/trading/chart/price-format.ts';

test.each([
  [1480.5, '1,480.50'],
  [64_250, '64,250.00'],
  [1.2, '1.200'],
  [0.0001234, '0.0001234'],
  [0, '0.000'],
])('the axis of %s tells it apart', (price, text) => {
  const { formatter, minMove } = priceFormat(price);
  expect(formatter(price)).toBe(text);
  expect(minMove).toBeLessThanOrEqual(0.01);
});

test('neighbouring ticks of a tiny price are never the same text', () => {
  const { formatter } = priceFormat(0.0000123);
  expect(formatter(0.0000123)).not.toBe(formatter(0.0000124));
});

test.each([
  [-0.123, '−12.3 %'],
  [-0.0042, '−0.42 %'],
  [-0.000012, '−0.0012 %'],
])('the axis of shares down to %s tells them apart', (widest, text) => {
  const { formatter, minMove } = percentFormat(widest);
  expect(formatter(widest)).toBe(text);
  expect(formatter(widest / 2)).not.toBe(formatter(widest));
  expect(formatter(widest / 2)).not.toBe(formatter(0));
  expect(minMove).toBeLessThan(Math.abs(widest) / 2);
});

test('an axis of large amounts leaves out cents, but where they alone tell amounts apart', () => {
  expect(moneyFormat([99_870.5, 101_950]).formatter(100_000)).toBe('$100,000');
  expect(moneyFormat([100_000.2, 100_001]).formatter(100_000.5)).toBe('$100,000.50');
  expect(moneyFormat([900, 2_000]).formatter(1_500)).toBe('$1,500.00');
});
