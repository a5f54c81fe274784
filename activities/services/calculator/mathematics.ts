import type { MathJsInstance } from 'mathjs';

/** Decimal digits that are computed with, and what is shown of them: the last ones are rounding. */
const digits = 64;
export const shownDigits = 60;
/** Powers of ten beyond which a number is infinite or zero. Some operations never end where that happens within them. */
const mostInnerExponent = 1_000_000;
/** Powers of ten beyond which a number is not taken or given: the time of some operations grows with them. */
export const mostExponent = 400;

/** decimal.js leaves these as it needs them in between where it throws: they are set anew after that. */
const settings = {
  precision: digits,
  rounding: 4,
  maxE: mostInnerExponent,
  minE: -mostInnerExponent,
};

export type Mathematics = MathJsInstance & { BigNumber: { set(settings: object): void } };

let loading: Promise<Mathematics> | undefined;

/**
 * mathjs with decimal numbers of 64 digits, and results that are real numbers or NaN. It is loaded when it is first
 * needed, which takes a while. Only its parser and the functions in `functions.ts` are ever called.
 */
export function loadMathematics(): Promise<Mathematics> {
  loading ??= import('mathjs').then(({ all, create }) => {
    const math = create(all ?? {}, {
      number: 'BigNumber',
      precision: digits,
      predictable: true,
      // Two numbers are equal where they differ in rounding alone.
      relTol: 1e-60,
      absTol: 1e-60,
    }) as Mathematics;
    resetNumbers(math);
    return math;
  });
  return loading;
}

/** Brings the numbers back to how they were, after an operation that threw. */
export function resetNumbers(math: Mathematics): void {
  math.BigNumber.set(settings);
}
