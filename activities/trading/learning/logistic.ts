import LogisticRegression from 'ml-logistic-regression';
import { Matrix } from 'ml-matrix';
import { deviation, mean } from '../statistics/numbers.ts';
import type { Example } from './dataset.ts';

/** A logistic regression on standardized features: `log odds = intercept + Σ weight · (value − mean) / deviation`. */
export type Regression = {
  intercept: number;
  weights: number[];
  means: number[];
  /** 1 where a feature did not move. */
  deviations: number[];
};

/** Few enough that what is hardly there is hardly learned: stopping early keeps weights small. */
const steps = 400;

/** Each feature from its mean, in its standard deviations; by the examples alone that are learned from. */
export const standardize = ({ means, deviations }: Regression, row: readonly number[]): number[] =>
  row.map((value, index) => (value - means[index]!) / deviations[index]!);

export const oddsOf = (regression: Regression, row: readonly number[]): number =>
  standardize(regression, row).reduce(
    (sum, value, index) => sum + value * regression.weights[index]!,
    regression.intercept,
  );

export const probabilityOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** Learns from examples by gradient descent; needs both outcomes among them. */
export function trainRegression(examples: readonly Example[]): Regression {
  const count = examples[0]!.row.length;
  const columns = Array.from({ length: count }, (_, index) =>
    examples.map(({ row }) => row[index]!),
  );
  const means = columns.map((column) => mean(column)!);
  const deviations = columns.map((column) => deviation(column) || 1);
  const empty = { intercept: 0, weights: [], means, deviations };
  const rows = examples.map(({ row }) => [1, ...standardize(empty, row)]);
  // The largest step that cannot overshoot: the curvature is at most a quarter of the rows' squares.
  const learningRate = 4 / (examples.length * (count + 1));
  const model = new LogisticRegression({ numSteps: steps, learningRate });
  model.train(new Matrix(rows), Matrix.columnVector(examples.map(({ rose }) => rose)));
  // The classifier of class 0 tells it from all others, of which 1 is the only one.
  const [intercept = 0, ...weights] = model.classifiers[0]!.weights.to1DArray();
  return { intercept, weights, means, deviations };
}
