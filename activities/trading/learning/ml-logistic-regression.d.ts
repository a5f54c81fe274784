declare module 'ml-logistic-regression' {
  import type { Matrix } from 'ml-matrix';

  /** One-vs-rest: each class has a classifier, whose weights are one row. */
  export default class LogisticRegression {
    constructor(options: { numSteps: number; learningRate: number });
    readonly classifiers: { weights: Matrix }[];
    train(features: Matrix, classes: Matrix): void;
  }
}
