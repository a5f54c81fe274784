import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, median, quantile } from '../../../bench/support/statistics.ts';

describe('a quantile', () => {
  it('is a value that so many do not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(quantile(hundred, 0.5)).toBe(50);
    expect(quantile(hundred, 0.99)).toBe(99);
    expect(quantile(hundred, 1)).toBe(100);
    expect(quantile([7], 0)).toBe(7);
    expect(() => quantile([], 0.5)).toThrow(RangeError);
  });
});

describe('the median', () => {
  it('is the value in the middle, whatever the order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('is the mean of the two in the middle when their number is even', () => {
    expect(median([4, 1, 2, 100])).toBe(3);
  });

  it('has as many values below it as above', () => {
    const values = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1 });
    fc.assert(
      fc.property(values, (sample) => {
        const middle = median(sample);
        const below = sample.filter((value) => value < middle).length;
        const above = sample.filter((value) => value > middle).length;
        expect(Math.max(below, above)).toBeLessThanOrEqual(sample.length / 2);
      }),
    );
  });

  it('of nothing is an error', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

describe('a comparison', () => {
  it('measures blocks of first, second, second, first', async () => {
    const order: string[] = [];
    const take = (name: string) => async () => order.push(name);
    await compare({ blocks: 2, first: take('a'), second: take('b') });
    expect(order.join('')).toBe('abbaabba');
  });

  it('finds the ratio on a machine that gets slower all the time', async () => {
    let slowness = 100;
    const taking = (cost: number) => async () => cost * slowness++;
    const { ratio } = await compare({ blocks: 3, first: taking(3), second: taking(2) });
    expect(ratio).toBeCloseTo(1.5, 10);
  });
});
