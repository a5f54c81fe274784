import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { firingPrice } from '../../../../activities/trading/alerts/watch-alerts.ts';
import { Decimal } from '../../../../activities/base/decimal.ts';
import type { AlertComparison } from '../../../../contracts/trading/alerts.ts';

function fires(comparison: AlertComparison, [before, open, high, low]: number[]) {
  const course = {
    before: new Decimal(before!),
    open: new Decimal(open!),
    high: new Decimal(high!),
    low: new Decimal(low!),
  };
  return firingPrice({ comparison, price: new Decimal(100) }, course)?.toNumber();
}

test('>= fires at the price, or where the market opened above it', () => {
  expect(fires('>=', [98, 99, 100, 97])).toBe(100);
  expect(fires('>=', [98, 103, 104, 101])).toBe(103);
  expect(fires('>=', [98, 99, 99.99, 97])).toBeUndefined();
});

test('<= fires at the price, or where the market opened below it', () => {
  expect(fires('<=', [102, 101, 103, 100])).toBe(100);
  expect(fires('<=', [102, 97, 98, 95])).toBe(97);
  expect(fires('<=', [102, 101, 103, 100.01])).toBeUndefined();
});

test('= fires where the price is reached, or passed between two bars', () => {
  expect(fires('=', [98, 99, 101, 97])).toBe(100);
  expect(fires('=', [98, 103, 104, 101])).toBe(103);
  expect(fires('=', [102, 97, 98, 95])).toBe(97);
  expect(fires('=', [98, 99, 99.5, 97])).toBeUndefined();
  expect(fires('=', [102, 103, 104, 101])).toBeUndefined();
});

test('= fires exactly where the market was on both sides, or at the price', () => {
  const cents = fc.integer({ min: 9_000, max: 11_000 }).map((price) => price / 100);
  fc.assert(
    fc.property(cents, cents, cents, cents, (before, open, one, other) => {
      const [high, low] = [Math.max(open, one, other), Math.min(open, one, other)];
      const seen = [before, open, high, low];
      // What was seen before has fired then, if it was the price itself.
      fc.pre(before !== 100);
      const wasReached = Math.min(...seen) <= 100 && Math.max(...seen) >= 100;
      expect(fires('=', [before, open, high, low]) !== undefined).toBe(wasReached);
    }),
  );
});
