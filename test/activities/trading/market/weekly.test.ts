import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadSp500 } from '../../../../activities/trading/market/sp500.ts';
import { weeklyBars } from '../../../../activities/trading/market/replay.ts';

const daily = await loadSp500();

test('a week has the open of its first day, the close of its last, and the extremes between', () => {
  const week = daily.filter(({ time }) => time >= '2010-01-04' && time < '2010-01-09');
  expect(week).toHaveLength(5);
  expect(weeklyBars(week)).toEqual([
    {
      time: '2010-01-04T00:00:00.000Z',
      open: week[0]!.open,
      high: Math.max(...week.map((bar) => bar.high)),
      low: Math.min(...week.map((bar) => bar.low)),
      close: week[4]!.close,
      volume: week.reduce((sum, bar) => sum + bar.volume, 0),
    },
  ]);
});

test('a week that may still get a day is not shown', () => {
  const untilThursday = daily.filter(({ time }) => time < '2010-01-08');
  expect(weeklyBars(untilThursday).at(-1)?.time).toBe('2009-12-28T00:00:00.000Z');
});

test('weeks of truncated data are the first weeks of all data', () => {
  const all = weeklyBars(daily);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1500 }), (cut) => {
      const some = weeklyBars(daily.slice(0, cut));
      expect(some).toEqual(all.slice(0, some.length));
    }),
    { numRuns: 50 },
  );
});
