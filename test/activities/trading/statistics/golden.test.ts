import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadSp500 } from '../../../../activities/trading/market/sp500.ts';
import {
  autocorrelation,
  jarqueBera,
  shapeOf,
  tailRisk,
} from '../../../../activities/trading/statistics/distribution.ts';
import { deviation } from '../../../../activities/trading/statistics/numbers.ts';
import { returnsOf } from '../../../../activities/trading/statistics/returns.ts';
import { dickeyFuller } from '../../../../activities/trading/statistics/stationarity.ts';
import type {
  DickeyFuller,
  Regression,
} from '../../../../activities/trading/statistics/stationarity.ts';

type Tests = Record<string, Omit<DickeyFuller, 'regression'>>;
type Golden = Record<Regression, Tests> & {
  meanReverting: number[];
  returns: {
    skewness: number;
    excessKurtosis: number;
    jarqueBera: { statistic: number; pValue: number };
    deviation: number;
    autocorrelation: number[];
    valueAtRisk: number;
    conditionalValueAtRisk: number;
  };
};

// Made by golden/statistics.py.
const golden = JSON.parse(
  readFileSync(new URL('golden/statistics.json', import.meta.url), 'utf8'),
) as Golden;

let series: Record<string, ArrayLike<number>>;
let returns: Float64Array;
beforeAll(async () => {
  const closes = (await loadSp500()).map(({ close }) => close);
  returns = returnsOf(closes);
  series = {
    closes,
    'log closes of 500': closes.slice(0, 500).map(Math.log),
    returns,
    'mean reverting': golden.meanReverting,
  };
});

describe.each(['constant', 'trend'] as const)('the Dickey-Fuller test with a %s', (regression) => {
  test.each(Object.entries(golden[regression]))('of %s is that of statsmodels', (name, known) => {
    const found = dickeyFuller(series[name]!, regression)!;
    expect(found).toMatchObject({ lags: known.lags, observations: known.observations });
    expect(found.statistic / known.statistic).toBeCloseTo(1, 8);
    expect(Math.abs(found.pValue - known.pValue)).toBeLessThan(1e-10);
    for (const level of ['1%', '5%', '10%'] as const) {
      expect(found.criticalValues[level]).toBeCloseTo(known.criticalValues[level], 10);
    }
  });
});

test('moments, tails and autocorrelation of returns are those of scipy and statsmodels', () => {
  const known = golden.returns;
  const { skewness, excessKurtosis } = shapeOf(returns);
  expect(skewness).toBeCloseTo(known.skewness, 10);
  expect(excessKurtosis).toBeCloseTo(known.excessKurtosis, 9);
  expect(jarqueBera(returns)!.statistic / known.jarqueBera.statistic).toBeCloseTo(1, 10);
  expect(jarqueBera(returns)!.pValue).toBeCloseTo(known.jarqueBera.pValue, 12);
  expect(deviation(returns)).toBeCloseTo(known.deviation, 14);
  expect([1, 2, 3].map((lag) => autocorrelation(returns, lag))).toEqual(
    known.autocorrelation.map((value) => expect.closeTo(value, 10)),
  );
  expect(tailRisk(returns, 0.95)).toEqual({
    valueAtRisk: expect.closeTo(known.valueAtRisk, 14),
    conditionalValueAtRisk: expect.closeTo(known.conditionalValueAtRisk, 14),
  });
});

test('what does not move, or is too short, has no test and no shape', () => {
  const still = new Float64Array(100).fill(5);
  expect(dickeyFuller(still)).toBeNull();
  expect(dickeyFuller([1, 2])).toBeNull();
  expect(shapeOf(still)).toEqual({ skewness: null, excessKurtosis: null });
  expect(jarqueBera(still)).toBeNull();
  expect(autocorrelation(still, 1)).toBeNull();
  expect(tailRisk(new Float64Array(), 0.95)).toEqual({
    valueAtRisk: null,
    conditionalValueAtRisk: null,
  });
});
