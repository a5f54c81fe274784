import { ExpressionProblem } from './problem.ts';

/** Numbers that a list or matrix may have. */
export const mostNumbers = 1_000;
/** Numbers of a list that are taken one by one to what needs milliseconds each. */
const mostSlow = 100;
const slow = new Set(['dotPow', 'nthRoot', 'factorial', 'combinations', 'permutations']);
/** Multiplications of one product of matrices. */
const mostProducts = 50_000;
const mostOfFactorial = 1_000;
const mostOfMatrixPower = 100;

/** A number, a truth value, or a list or matrix of them, as mathjs has them. */
export type Value = unknown;

/** The lengths of a value in each direction; none of a number. */
export function sizeOf(value: Value): number[] {
  return Array.isArray(value) ? [value.length, ...sizeOf(value[0])] : [];
}

const product = (lengths: readonly number[]) => lengths.reduce((all, length) => all * length, 1);

/** Checks that a value is not too large. */
export function checkSize(value: Value): void {
  if (product(sizeOf(value)) > mostNumbers) {
    throw new ExpressionProblem(`a list or matrix has more than ${mostNumbers} numbers`);
  }
}

/** Checks before an operation that it takes little time and has a small result. */
export function checkCost(name: string, args: readonly Value[]): void {
  const sizes = args.map(sizeOf);
  if (['factorial', 'combinations', 'permutations'].includes(name)) checkCounting(name, args);
  if (name === 'pow' && sizes[0]?.length) checkMatrixPower(args[1]);
  if (name === 'multiply' && sizes[0]?.length && sizes[1]?.length) return checkProduct(sizes);
  if (['det', 'inv', 'pow'].includes(name) && product(sizes[0] ?? []) ** 1.5 > mostProducts) {
    throw new ExpressionProblem(`the matrix is too large for ${name}`);
  }
  // Lists of different directions are spread over each other.
  const reach = Math.max(...sizes.map((size) => size.length), 0);
  const spread = Array.from({ length: reach }, (_, back) =>
    Math.max(...sizes.map((size) => size.at(-1 - back) ?? 1)),
  );
  if (product(spread) > mostNumbers) tooMany();
  if (slow.has(name) && product(spread) > mostSlow) {
    throw new ExpressionProblem(`${name} takes lists of up to ${mostSlow} numbers`);
  }
}

function tooMany(): never {
  throw new ExpressionProblem(`the result would have more than ${mostNumbers} numbers`);
}

function checkProduct([left = [], right = []]: number[][]): void {
  const rows = left.length > 1 ? left[0]! : 1;
  const columns = right.length > 1 ? right[1]! : 1;
  if (rows * columns > mostNumbers) tooMany();
  if (rows * columns * (left.at(-1) ?? 1) > mostProducts) {
    throw new ExpressionProblem('the matrices are too large to be multiplied');
  }
}

const isAbove = (value: Value, most: number) => Math.abs(Number(String(value))) > most;

function checkCounting(name: string, args: readonly Value[]): void {
  const all = args.flat(Infinity);
  if (!all.some((value) => isAbove(value, mostOfFactorial))) return;
  throw new ExpressionProblem(`${name} takes numbers up to ${mostOfFactorial}`);
}

function checkMatrixPower(exponent: Value): void {
  if (!isAbove(exponent, mostOfMatrixPower)) return;
  throw new ExpressionProblem(`a matrix can be raised to a power of at most ${mostOfMatrixPower}`);
}
