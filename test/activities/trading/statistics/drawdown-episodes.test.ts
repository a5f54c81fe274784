import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawdownEpisodes } from '../../../../activities/trading/statistics/drawdown-episodes.ts';
import { correlate } from '../../../../activities/trading/statistics/correlation.ts';
import { drawdownsOf } from '../../../../activities/trading/statistics/returns.ts';
import { barsAt } from '../backtest/support.ts';

const times = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);

test('falls are told from peak to recovery, the deepest first', () => {
  const values = [100, 90, 95, 100, 120, 60, 80, 130, 117];
  expect(drawdownEpisodes(values, times(9), 5)).toEqual([
    { depth: -0.5, peak: 't4', trough: 't5', recovered: 't7', bars: 3 },
    { depth: expect.closeTo(-0.1, 12), peak: 't0', trough: 't1', recovered: 't3', bars: 3 },
    { depth: expect.closeTo(-0.1, 12), peak: 't7', trough: 't8', recovered: null, bars: 1 },
  ]);
});

test('the deepest fall is the largest drawdown', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1 }), (values) => {
      const [deepest] = drawdownEpisodes(values, times(values.length), 1);
      expect(deepest?.depth ?? 0).toBe(Math.min(...drawdownsOf(values)));
    }),
  );
});

test('instruments are correlated by the bars that both have', () => {
  const closes = Array.from({ length: 60 }, (_, index) => 100 + 10 * Math.sin(index));
  const one = barsAt(closes);
  const same = barsAt(closes.map((close) => close * 2)).filter((_, index) => index % 7 !== 3);
  expect(correlate(one, same)).toMatchObject({
    pearson: expect.closeTo(1, 12),
    spearman: expect.closeTo(1, 12),
    observations: same.length - 1,
  });
  const still = barsAt(Array<number>(60).fill(5));
  expect(correlate(one, still)).toMatchObject({ pearson: null, interval95: null });
  expect(correlate(one, []).pearson).toBeNull();
});
