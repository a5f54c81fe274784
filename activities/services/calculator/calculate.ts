import type { BigNumber } from 'mathjs';
import { evaluate } from './evaluate.ts';
import { loadMathematics, shownDigits } from './mathematics.ts';
import type { Mathematics } from './mathematics.ts';
import { ExpressionProblem } from './problem.ts';
import type { Value } from './sizes.ts';

/** A number, also as decimal text for exact arithmetic, or a list of them. */
export type Variable = number | string | readonly (number | string)[];

/** What an expression is: numbers to 17 digits, truth values, or lists of them. */
export type Answer = number | boolean | Answer[];

/**
 * Works out an expression with decimal numbers of 64 digits.
 * @returns `result`, and of a number `decimal`, the same to 60 digits as text.
 * @throws {ExpressionProblem} that says where and what to do.
 */
export async function calculate(
  expression: string,
  variables: Readonly<Record<string, Variable>> = {},
): Promise<{ result: Answer; decimal?: string }> {
  const math = await loadMathematics();
  const given = Object.entries(variables).map(([name, value]) => [name, numbersOf(math, value)]);
  const value = evaluate(math, expression, Object.fromEntries(given));
  if (value === undefined) throw new ExpressionProblem('it is empty');
  if (!math.isBigNumber(value)) return { result: answerOf(value) };
  return { result: answerOf(value), decimal: textOf(value) };
}

function numbersOf(math: Mathematics, value: Variable): Value {
  if (typeof value === 'object') return value.map((each) => math.bignumber(each));
  return math.bignumber(value);
}

const textOf = (value: BigNumber) => value.toSignificantDigits(shownDigits).toString();

function answerOf(value: Value): Answer {
  if (Array.isArray(value)) return value.map(answerOf);
  if (typeof value === 'boolean') return value;
  const number = Number(textOf(value as BigNumber));
  if (Number.isFinite(number)) return number;
  throw new ExpressionProblem('the result is beyond 1.8e308');
}
