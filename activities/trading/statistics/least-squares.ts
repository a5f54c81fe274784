/** A symmetric positive definite matrix as its lower triangle, row by row; undefined where it is not one. */
export function cholesky(matrix: readonly Float64Array[]): Float64Array[] | undefined {
  const lower = matrix.map(({ length }) => new Float64Array(length));
  for (let row = 0; row < matrix.length; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let value = matrix[row]![column]!;
      for (let k = 0; k < column; k += 1) value -= lower[row]![k]! * lower[column]![k]!;
      if (row > column) lower[row]![column] = value / lower[column]![column]!;
      // What is left of a column that others explain is rounding.
      else if (value <= 1e-12 * matrix[row]![row]!) return undefined;
      else lower[row]![row] = Math.sqrt(value);
    }
  }
  return lower;
}

/** Solves `L z = b`. */
export function forward(lower: readonly Float64Array[], right: Float64Array): Float64Array {
  const solved = new Float64Array(lower.length);
  for (let row = 0; row < lower.length; row += 1) {
    let value = right[row]!;
    for (let k = 0; k < row; k += 1) value -= lower[row]![k]! * solved[k]!;
    solved[row] = value / lower[row]![row]!;
  }
  return solved;
}

/** Solves `Lᵀ x = z`. */
export function backward(lower: readonly Float64Array[], right: Float64Array): Float64Array {
  const solved = new Float64Array(lower.length);
  for (let row = lower.length - 1; row >= 0; row -= 1) {
    let value = right[row]!;
    for (let k = row + 1; k < lower.length; k += 1) value -= lower[k]![row]! * solved[k]!;
    solved[row] = value / lower[row]![row]!;
  }
  return solved;
}

/** Inner products of columns, and of each with a target. */
export function normalEquations(columns: readonly Float64Array[], target: Float64Array) {
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
