import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calibrate, calibrated } from '../../../../activities/trading/learning/calibration.ts';
import { examplesOf } from '../../../../activities/trading/learning/dataset.ts';
import {
  featureBars,
  featureRows,
  features,
} from '../../../../activities/trading/learning/features.ts';
import { oddsOf, trainRegression } from '../../../../activities/trading/learning/logistic.ts';
import {
  fewestBars,
  TooFewBars,
  trainModel,
} from '../../../../activities/trading/learning/model.ts';
import { scoresOf } from '../../../../activities/trading/learning/scores.ts';
import type { Outcome } from '../../../../activities/trading/learning/scores.ts';
import { randomNumbers } from '../../../../activities/trading/backtest/random.ts';
import { leaningBars, seriesOf } from './support.ts';

describe('features', () => {
  test('of a bar are the same whatever comes after it', () => {
    const bars = leaningBars(700, 0.3);
    const whole = featureRows(bars);
    for (const count of [350, 351, 500, 699]) {
      expect(featureRows(bars.slice(0, count))).toEqual(whole.slice(0, count));
    }
  });

  test('are settled where examples begin: bars before that change nothing', () => {
    const bars = leaningBars(900, 0.3);
    const whole = featureRows(bars).slice(-50);
    const shorter = featureRows(bars.slice(-(featureBars + 50))).slice(-50);
    for (const [index, row] of shorter.entries()) {
      expect(row).toEqual(whole[index]!.map((value) => expect.closeTo(value, 6)));
    }
    const [first] = examplesOf(bars, 5);
    expect(first!.time).toBe(bars[featureBars]!.time);
  });
});

test('an example knows the close that it foretells, and none is made of bars whose future is not known', () => {
  const bars = leaningBars(400, 0);
  const examples = examplesOf(bars, 7);
  const closes = new Map(bars.map(({ time, close }, index) => [time, { close, index }]));
  for (const { time, rose } of examples) {
    const { close, index } = closes.get(time)!;
    expect(rose).toBe(bars[index + 7]!.close > close ? 1 : 0);
  }
  expect(examples.at(-1)!.time).toBe(bars.at(-8)!.time);
});

const outcomes = fc.array(
  fc.record({
    probability: fc.integer({ min: 1, max: 9 }).map((tenths) => tenths / 10),
    base: fc.constant(0.6),
    rose: fc.constantFrom<0 | 1>(0, 1),
  }),
  { minLength: 1, maxLength: 60 },
);

test('the area under the curve is the share of pairs in the right order', () => {
  fc.assert(
    fc.property(outcomes, (all: Outcome[]) => {
      const rises = all.filter(({ rose }) => rose === 1);
      const falls = all.filter(({ rose }) => rose === 0);
      const pairs = rises.flatMap((rise) =>
        falls.map((fall) => (Math.sign(rise.probability - fall.probability) + 1) / 2),
      );
      const { auc } = scoresOf(all, 1);
      if (pairs.length === 0) expect(auc).toBeNull();
      else expect(auc).toBeCloseTo(pairs.reduce((sum, one) => sum + one, 0) / pairs.length, 10);
    }),
  );
});

test('scores are those of their definitions', () => {
  const all: Outcome[] = [
    { probability: 0.8, base: 0.6, rose: 1 },
    { probability: 0.6, base: 0.6, rose: 0 },
    { probability: 0.3, base: 0.6, rose: 0 },
    { probability: 0.4, base: 0.6, rose: 1 },
  ];
  expect(scoresOf(all, 1)).toMatchObject({
    forecasts: 4,
    baseRate: 0.5,
    auc: 0.75,
    logLoss: expect.closeTo(-Math.log(0.8 * 0.4 * 0.7 * 0.4) / 4, 12),
    baseLogLoss: expect.closeTo(-Math.log(0.6 * 0.4 * 0.4 * 0.6) / 4, 12),
    brier: expect.closeTo((0.04 + 0.36 + 0.09 + 0.36) / 4, 12),
    accuracy: 0.5,
    baseAccuracy: 0.5,
  });
});

describe('calibration', () => {
  test('finds how much too sure the odds were', () => {
    const random = randomNumbers('calibration');
    const foretold = Array.from({ length: 20_000 }, () => {
      const logOdds = (random() - 0.5) * 8;
      const truth = 1 / (1 + Math.exp(-(0.5 * logOdds - 0.3)));
      return { logOdds, rose: (random() < truth ? 1 : 0) as 0 | 1 };
    });
    const { slope, shift } = calibrate(foretold);
    expect(slope).toBeCloseTo(0.5, 1);
    expect(shift).toBeCloseTo(-0.3, 1);
  });

  test('does not turn wrong odds around', () => {
    const wrong = Array.from({ length: 400 }, (_, index) => ({
      logOdds: index % 2 ? 1 : -1,
      rose: (index % 2 ? 0 : 1) as 0 | 1,
    }));
    const calibration = calibrate(wrong);
    expect(calibration.slope).toBe(0);
    expect(calibrated(calibration, 5)).toBeCloseTo(0.5, 2);
  });

  test('of wrong odds foretells how often prices rose, wherever the odds lie', () => {
    // Four of ten rise, seldom where the odds are high.
    const wrong = Array.from({ length: 500 }, (_, index) => ({
      logOdds: index % 5 < 2 ? 0.1 : 0.3,
      rose: (index % 5 < 2 ? 1 : 0) as 0 | 1,
    }));
    const calibration = calibrate(wrong);
    expect(calibration.slope).toBe(0);
    expect(calibrated(calibration, 0.2)).toBeCloseTo(0.4, 8);
  });
});

test('the regression finds which feature tells', () => {
  const random = randomNumbers('regression');
  const examples = Array.from({ length: 2_000 }, () => {
    const row = features.map(() => random());
    const truth = 1 / (1 + Math.exp(-8 * (row[3]! - 0.5)));
    return { time: '', row, rose: (random() < truth ? 1 : 0) as 0 | 1 };
  });
  const regression = trainRegression(examples);
  const largest = regression.weights.indexOf(Math.max(...regression.weights.map(Math.abs)));
  expect(largest).toBe(3);
  const right = examples.filter(
    ({ row, rose }) => Number(oddsOf(regression, row) > 0) === rose,
  ).length;
  expect(right / examples.length).toBeGreaterThan(0.8);
});

test('a model that looks far ahead needs more bars, so that its first fold has something to learn from', () => {
  const train = (count: number) =>
    trainModel(seriesOf(leaningBars(count, 0)), { horizon: 100, now: new Date('2024-01-01') });
  const fewest = fewestBars(100);
  expect(() => train(fewest - 1)).toThrow(TooFewBars);
  expect(() => train(900)).toThrow(/bars give 500 examples; \d+ are needed/);
  expect(train(fewest).folds[0]!.trainedOn).toBeGreaterThan(100);
});
