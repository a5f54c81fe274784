import { normalBelow } from './normal.ts';

/** Deterministic terms of the test regression: a constant, or a constant and a linear trend. */
export type Regression = 'constant' | 'trend';

/** The result of an augmented Dickey–Fuller test. */
export type DickeyFuller = {
  statistic: number;
  /** MacKinnon's approximate p-value; below 0.05 a random walk is unlikely. */
  pValue: number;
  lags: number;
  observations: number;
  criticalValues: { '1%': number; '5%': number; '10%': number };
  regression: Regression;
};

/**
 * Coefficients of MacKinnon (1994), table 3, for one series, lowest power first. `small` applies up to `between`,
 * `large` above; p is 0 below `least` and 1 above `most`.
 */
const distribution = {
  constant: {
    least: -18.83,
    between: -1.61,
    most: 2.74,
    small: [2.1659, 1.4412, 0.038269],
    large: [1.7339, 0.93202, -0.12745, -0.010368],
  },
  trend: {
    least: -16.18,
    between: -2.89,
    most: 0.7,
    small: [3.2512, 1.6047, 0.049588],
    large: [2.5261, 0.61654, -0.37956, -0.060285],
  },
} satisfies Record<Regression, object>;

/** Critical values of MacKinnon (2010), table 2, for one series: coefficients of powers of 1 / observations. */
const critical = {
  constant: {
    '1%': [-3.43035, -6.5393, -16.786, -79.433],
    '5%': [-2.86154, -2.8903, -4.234, -40.04],
    '10%': [-2.56677, -1.5384, -2.809, 0],
  },
  trend: {
    '1%': [-3.95877, -9.0531, -28.428, -134.155],
    '5%': [-3.41049, -4.3904, -9.036, -45.374],
    '10%': [-3.12705, -2.5856, -3.925, -22.38],
  },
} satisfies Record<Regression, Record<keyof DickeyFuller['criticalValues'], number[]>>;

const polynomial = (coefficients: readonly number[], value: number) =>
  coefficients.reduceRight((sum, coefficient) => sum * value + coefficient, 0);

function pValueOf(statistic: number, regression: Regression): number {
  const { least, between, most, small, large } = distribution[regression];
  if (statistic > most) return 1;
  if (statistic < least) return 0;
  return normalBelow(polynomial(statistic <= between ? small : large, statistic));
}

/**
 * Augmented Dickey–Fuller test of the null hypothesis that a series has a unit root (random walk). The number of lags,
 * up to `12 (n / 100)^(1/4)` (Schwert, 1989), minimizes the Akaike criterion over a common sample, as in statsmodels.
 * @returns null if the series is too short or constant.
 */
export function dickeyFuller(
  series: ArrayLike<number>,
  regression: Regression = 'constant',
): DickeyFuller | null {
  const count = series.length;
  const fixed = regression === 'trend' ? 2 : 1;
  const mostLags = Math.min(
    Math.ceil(12 * (count / 100) ** 0.25),
    Math.floor(count / 2) - fixed - 1,
  );
  if (mostLags < 0) return null;
  const lags = bestLags(design(series, mostLags, regression), fixed);
  if (lags === null) return null;
  const { columns, target } = design(series, lags, regression);
  const statistic = tOfLevel(columns, target, fixed);
  if (statistic === null) return null;
  const observations = target.length;
  const at = (coefficients: readonly number[]) => polynomial(coefficients, 1 / observations);
  const { '1%': one, '5%': five, '10%': ten } = critical[regression];
  return {
    statistic,
    pValue: pValueOf(statistic, regression),
    lags,
    observations,
    criticalValues: { '1%': at(one), '5%': at(five), '10%': at(ten) },
    regression,
  };
}

/** The regression: the changes of the series on a constant, a trend, the previous level, and lagged changes. */
function design(series: ArrayLike<number>, lags: number, regression: Regression) {
  const changes = Float64Array.from(
    { length: series.length - 1 },
    (_, index) => series[index + 1]! - series[index]!,
  );
  const count = changes.length - lags;
  const column = (valueAt: (row: number) => number) =>
    Float64Array.from({ length: count }, (_, row) => valueAt(row));
  // Subtracting the mean from the level keeps the precision of products; the constant absorbs it.
  let level = 0;
  for (let index = 0; index < series.length; index += 1) level += series[index]! / series.length;
  return {
    target: changes.subarray(lags),
    columns: [
      column(() => 1),
      ...(regression === 'trend' ? [column((row) => (2 * (row + 1)) / count - 1)] : []),
      column((row) => series[row + lags]! - level),
      ...Array.from({ length: lags }, (_, lag) => column((row) => changes[row + lags - lag - 1]!)),
    ],
  };
}

/** The number of lags with the smallest Akaike criterion, `n ln(RSS / n) + 2 k`. */
function bestLags({ columns, target }: ReturnType<typeof design>, fixed: number): number | null {
  const { matrix, right, squares } = normalEquations(columns, target);
  const lower = cholesky(matrix);
  if (!lower) return null;
  const projected = forward(lower, right);
  const count = target.length;
  let left = squares;
  let best: { lags: number; criterion: number } | null = null;
  for (const [index, part] of projected.entries()) {
    left -= part ** 2;
    const lags = index - fixed;
    if (lags < 0) continue;
    if (left <= 0) return null;
    const criterion = count * Math.log(left / count) + 2 * (index + 1);
    if (!best || criterion < best.criterion) best = { lags, criterion };
  }
  return best?.lags ?? null;
}

/** The t statistic of the coefficient of the level. */
function tOfLevel(columns: Float64Array[], target: Float64Array, fixed: number): number | null {
  const { matrix, right } = normalEquations(columns, target);
  const lower = cholesky(matrix);
  const freedom = target.length - columns.length;
  if (!lower || freedom <= 0) return null;
  const factors = backward(lower, forward(lower, right));
  let squares = 0;
  for (let row = 0; row < target.length; row += 1) {
    const fitted = columns.reduce((sum, column, at) => sum + column[row]! * factors[at]!, 0);
    squares += (target[row]! - fitted) ** 2;
  }
  const unit = new Float64Array(columns.length);
  unit[fixed] = 1;
  const inverse = backward(lower, forward(lower, unit))[fixed]!;
  const t = factors[fixed]! / Math.sqrt((squares / freedom) * inverse);
  return Number.isFinite(t) ? t : null;
}

/** Cholesky decomposition: the lower triangle of a symmetric positive definite matrix; undefined if it is not one. */
function cholesky(matrix: readonly Float64Array[]): Float64Array[] | undefined {
  const lower = matrix.map(({ length }) => new Float64Array(length));
  for (let row = 0; row < matrix.length; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let value = matrix[row]![column]!;
      for (let k = 0; k < column; k += 1) value -= lower[row]![k]! * lower[column]![k]!;
      if (row > column) lower[row]![column] = value / lower[column]![column]!;
      // The column is linearly dependent on others: the rest is rounding.
      else if (value <= 1e-12 * matrix[row]![row]!) return undefined;
      else lower[row]![row] = Math.sqrt(value);
    }
  }
  return lower;
}

/** Solves `L z = b`. */
function forward(lower: readonly Float64Array[], right: Float64Array): Float64Array {
  const solved = new Float64Array(lower.length);
  for (let row = 0; row < lower.length; row += 1) {
    let value = right[row]!;
    for (let k = 0; k < row; k += 1) value -= lower[row]![k]! * solved[k]!;
    solved[row] = value / lower[row]![row]!;
  }
  return solved;
}

/** Solves `Lᵀ x = z`. */
function backward(lower: readonly Float64Array[], right: Float64Array): Float64Array {
  const solved = new Float64Array(lower.length);
  for (let row = lower.length - 1; row >= 0; row -= 1) {
    let value = right[row]!;
    for (let k = row + 1; k < lower.length; k += 1) value -= lower[k]![row]! * solved[k]!;
    solved[row] = value / lower[row]![row]!;
  }
  return solved;
}

/**
 * The normal equations of a least-squares regression: inner products of the columns with each other and with the
 * target.
 */
function normalEquations(columns: readonly Float64Array[], target: Float64Array) {
  const product = (one: Float64Array, other: Float64Array) => {
    let total = 0;
    for (let index = 0; index < one.length; index += 1) total += one[index]! * other[index]!;
    return total;
  };
  return {
    matrix: columns.map((row) => Float64Array.from(columns, (column) => product(row, column))),
    right: Float64Array.from(columns, (column) => product(column, target)),
    squares: product(target, target),
  };
}
