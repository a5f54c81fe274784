import type { ParseResult } from '@marcbachmann/cel-js';
import { expressionEnvironment } from './environment.ts';
import { ExpressionError } from './error.ts';
import { inspect } from './inspect.ts';
import type { ExpressionReference } from './inspect.ts';

export type ParsedExpression = {
  evaluate: ParseResult;
  references: ExpressionReference[];
  type: string | undefined;
};

const maximumParsed = 256;
const parsed = new Map<string, ParsedExpression>();

/** Parts of the error classes of the expression library that are read here. */
type CelError = { summary?: string; message: string; code?: string; range?: { start: number } };

const hints: Record<string, string> = {
  incompatible_ternary_branches: 'wrap one branch in dyn(…) to allow both types',
  unknown_variable: 'expressions can read inputs, nodes and run; text goes in quotes',
};

/** An error of the expression library, or any other, as an {@link ExpressionError}. */
export function asExpressionError(source: string, error: unknown, hint?: string): ExpressionError {
  if (error instanceof ExpressionError) return error;
  const { summary, message, code, range } = error as CelError;
  const advice = hint ?? hints[code ?? ''];
  const reason = (summary ?? message).replace(
    /^Unexpected token: EOF$/,
    'the expression is incomplete',
  );
  return new ExpressionError(source, reason, {
    ...(range && { position: range.start }),
    ...(advice && { hint: advice }),
  });
}

function parse(source: string): ParsedExpression {
  const evaluate = expressionEnvironment().parse(source);
  const references = inspect(source, evaluate.ast);
  const checked = evaluate.check();
  if (!checked.valid) throw checked.error;
  return { evaluate, references, type: checked.type };
}

/**
 * Parses and type-checks an expression, once for equal text.
 * @throws {ExpressionError}
 */
export function parseExpression(source: string): ParsedExpression {
  const known = parsed.get(source);
  if (known) return known;
  let result: ParsedExpression;
  try {
    result = parse(source);
  } catch (error) {
    throw asExpressionError(source, error);
  }
  if (parsed.size >= maximumParsed) parsed.delete(parsed.keys().next().value!);
  parsed.set(source, result);
  return result;
}
