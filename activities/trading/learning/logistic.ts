import LogisticRegression from 'ml-logistic-regression';
import { Matrix } from 'ml-matrix';
import { deviation, mean } from '../statistics/numbers.ts';
import type { Example } from './dataset.ts';

/** A logistic regression on standardized features: `log odds = intercept + Σ weight · (value − mean) / deviation`. */
export type Regression = {
  intercept: number;
  weights: number[];
  means: number[];
  /** 1 if a feature is constant. */
  deviations: number[];
};

/** Number of gradient steps. Stopping early keeps the weights of weak features small. */
const steps = 400;

/** Standardizes features, with the means and standard deviations of the training examples. */
export const standardize = ({ means, deviations }: Regression, row: readonly number[]): number[] =>
  row.map((value, index) => (value - means[index]!) / deviations[index]!);

/** The log odds of a rise for a row of features. */
export const oddsOf = (regression: Regression, row: readonly number[]): number =>
  standardize(regression, row).reduce(
    (sum, value, index) => sum + value * regression.weights[index]!,
    regression.intercept,
  );

/** The probability of log odds (logistic function). */
export const probabilityOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** Trains by gradient descent. @param examples must include both outcomes. */
export function trainRegression(examples: readonly Example[]): Regression {
  const count = examples[0]!.row.length;
  const columns = Array.from({ length: count }, (_, index) =>
    examples.map(({ row }) => row[index]!),
  );
  const means = columns.map((column) => mean(column)!);
  const deviations = columns.map((column) => deviation(column) || 1);
  const empty = { intercept: 0, weights: [], means, deviations };
  const rows = examples.map(({ row }) => [1, ...standardize(empty, row)]);
  // The largest step size that cannot overshoot: 4 / (sum of squares of all rows), since the curvature of the logistic
  // loss is at most a quarter of that.
  const learningRate = 4 / (examples.length * (count + 1));
  const model = new LogisticRegression({ numSteps: steps, learningRate });
  model.train(new Matrix(rows), Matrix.columnVector(examples.map(({ rose }) => rose)));
  // The first classifier separates class 0 from class 1.
  const [intercept = 0, ...weights] = model.classifiers[0]!.weights.to1DArray();
  return { intercept, weights, means, deviations };
}
