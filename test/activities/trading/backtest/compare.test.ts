import { describe, expect, test } from 'vitest';
import {
  compareBacktests,
  luckySharpe,
  probabilityAbove,
} from '../../../../activities/trading/backtest/compare/compare-backtests.ts';
import { compareBacktests as compareTool } from '../../../../activities/trading/tools/calculate/compare-backtests.ts';
import { normalBelow, normalQuantile } from '../../../../activities/trading/statistics/normal.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { toolOf } from '../../tools/outside.ts';

const candidate = (name: string, sharpes: (number | null)[], returns: number[] = []) => {
  const names = sharpes.length === 2 ? ['in-sample', 'out-of-sample'] : undefined;
  return {
    name,
    bars: 1_250,
    periodsPerYear: 250,
    metrics: { sharpe: sharpes[0]!, skewness: -3, excessKurtosis: 7 },
    exitRule: null,
    parts: sharpes.map((sharpe, index) => ({
      name: names?.[index] ?? `fold ${index + 1}`,
      metrics: { sharpe, totalReturn: returns[index] ?? 0 },
    })),
  };
};

test('the normal distribution is exact, both ways', () => {
  expect(normalBelow(1.959963984540054)).toBeCloseTo(0.975, 14);
  expect(normalBelow(-3)).toBeCloseTo(0.0013498980316300946, 15);
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
  expect(normalQuantile(0.5)).toBeCloseTo(0, 12);
});

test('a ratio of figures beyond all measure is undefined, and its search has an end', () => {
  expect(normalBelow(Number.NaN)).toBeNaN();
  const beyond = { sharpe: 1e300, observations: 100, skewness: 1e300, excessKurtosis: 1e300 };
  expect(probabilityAbove(beyond, 0)).toBeNull();
});

// Bailey and López de Prado (2014), the numerical example: 100 tries with a variance of 1/2 a year, 1,250 days.
test('the deflated Sharpe ratio is that of the paper', () => {
  const perDay = (annual: number) => annual / Math.sqrt(250);
  const spread = Math.sqrt(0.5 * (99 / 100));
  const tries = Array.from({ length: 100 }, (_, index) => perDay(index % 2 ? spread : -spread));
  const lucky = luckySharpe(tries);
  expect(lucky).toBeCloseTo(0.1132, 4);
  const best = { sharpe: perDay(2.5), observations: 1_250, skewness: -3, excessKurtosis: 7 };
  expect(probabilityAbove(best, lucky)).toBeCloseTo(0.9004, 3);
});

describe('a comparison of reports', () => {
  const { backtests: examples } = compareTool.example as {
    backtests: Record<string, JsonObject>[];
  };
  const [report] = examples;
  const made = (strategy: JsonObject, terms: JsonObject) => ({
    ...report,
    strategy: { ...report!['strategy'], ...strategy },
    terms: { ...report!['terms'], ...terms },
  });
  const warningsOf = async (...backtests: JsonObject[]) => {
    const tool = await toolOf(compareTool);
    return ((await tool.run({ backtests })) as { warnings: string[] }).warnings;
  };
  const stop = { stop: { percent: 5 } };
  const entry = { exitsFrom: 'entry', sameBarExit: 'stop' };

  test('says that stops and targets close by different rules, as in reports of earlier versions', async () => {
    expect(await warningsOf(made(stop, entry), made(stop, {}))).toEqual([
      expect.stringMatching(
        /active from the entry, stop first; active from the bar after the entry/,
      ),
    ]);
    expect(
      await warningsOf(made(stop, entry), made(stop, { ...entry, sameBarExit: 'target' })),
    ).toEqual([expect.stringContaining('target first')]);
  });

  test('says nothing of it where the rule is the same, or there is no stop to close by', async () => {
    expect(await warningsOf(made(stop, entry), made(stop, entry), made({}, {}))).toEqual([]);
    expect(await warningsOf(made(stop, {}), made(stop, {}))).toEqual([]);
  });
});

describe('a comparison', () => {
  test('ranks by what was held back, and tells what would have been chosen without it', () => {
    const compared = compareBacktests(
      [
        candidate('lucky', [2, -0.5]),
        candidate('steady', [0.8, 0.7]),
        candidate('none', [null, null]),
      ],
      1,
    );
    expect(compared.table.map(({ name }) => name)).toEqual(['steady', 'lucky', 'none']);
    expect(compared).toMatchObject({
      tries: 4,
      failed: 1,
      bestOutOfSample: { name: 'steady', outOfSample: { sharpe: 0.7 } },
      bestInSample: { name: 'lucky', outOfSample: { sharpe: -0.5 } },
      walkForward: null,
      multipleTesting: { tries: 4, best: 'lucky', notice: expect.stringContaining('4 attempts') },
    });
    expect(compared.multipleTesting.deflatedSharpe).toBeLessThan(1);
    expect(compared.multipleTesting.luckySharpe).toBeGreaterThan(0);
  });

  test('walks through folds with what was the best before each', () => {
    const { walkForward, bestInSample } = compareBacktests(
      [
        candidate('early', [2, 0, 0], [0.5, 0.1, 0.2]),
        candidate('late', [1, 3, 3], [0, 0.4, -0.1]),
      ],
      0,
    );
    expect(bestInSample).toBeNull();
    expect(walkForward).toEqual({
      steps: [
        { fold: 'fold 2', chosen: 'early', return: 0.1 },
        { fold: 'fold 3', chosen: 'late', return: -0.1 },
      ],
      totalReturn: expect.closeTo(-0.01, 12),
    });
  });
});
