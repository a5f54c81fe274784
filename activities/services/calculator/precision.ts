import { ExpressionProblem } from './problem.ts';
import type { Value } from './sizes.ts';

/** Digits to which a quotient is known, less some that are rounding. */
const exactDigits = 60;

/** The power of ten of a number's first digit; of zero, none. */
function exponentOf(value: Value): number {
  const { e, s } = value as { e?: number; s?: number };
  return typeof e === 'number' && typeof s === 'number' ? e : 0;
}

const ofRemainders = new Set(['mod', 'gcd', 'lcm']);
const ofAngles = new Set(['sin', 'cos', 'tan']);

/**
 * Checks before an operation on remainders, or angles, that it can be known: of 1e300 / 7, to 64 digits, no remainder is.
 * @throws {ExpressionProblem} where it cannot.
 */
export function checkPrecision(name: string, args: readonly Value[]): void {
  if (!ofRemainders.has(name) && !ofAngles.has(name)) return;
  const exponents = args.flat(Infinity).map(exponentOf);
  const reach = Math.max(...exponents, 0) - (name === 'mod' ? Math.min(...exponents, 0) : 0);
  if (reach < exactDigits) return;
  throw new ExpressionProblem(
    `${name} is exact for numbers of up to ${exactDigits} digits, and these have more`,
  );
}
