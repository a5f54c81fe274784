import { boundNodes } from './bounds.ts';
import { expressionEnvironment, knownRoots } from './environment.ts';
import type { ExpressionPlace } from './environment.ts';
import { ExpressionError } from './error.ts';
import { excerpt } from './excerpt.ts';
import { inspect, nodesOf } from './inspect.ts';
import type { ExpressionReference } from './inspect.ts';

export type ParsedExpression = {
  evaluate: (context: object) => unknown;
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
const placedHints: Record<ExpressionPlace, typeof hints> = {
  node: hints,
  loop: {
    ...hints,
    unknown_variable: 'this can read inputs, nodes, run and round; text goes in quotes',
  },
  wait: {
    ...hints,
    unknown_variable: 'this can read inputs, nodes, run and event; text goes in quotes',
  },
  trigger: {
    ...hints,
    unknown_variable: 'expressions of a trigger can read event; text goes in quotes',
  },
};

/** An error of the expression library, or any other, as an {@link ExpressionError}. */
export function asExpressionError(source: string, error: unknown, hint?: string): ExpressionError {
  if (error instanceof ExpressionError) return error;
  const { summary, message, code, range } = error as CelError;
  const advice = hint ?? hints[code ?? ''];
  const said = (summary ?? message).replace(
    /^Unexpected token: EOF$/,
    'the expression is incomplete',
  );
  const reason = excerpt(said);
  return new ExpressionError(source, reason, {
    ...(range && { position: range.start }),
    ...(advice && { hint: advice }),
  });
}

function parse(source: string, place: ExpressionPlace): ParsedExpression {
  const parsedSource = expressionEnvironment(place).parse(source);
  const references = inspect(source, parsedSource.ast, knownRoots(place));
  const checked = parsedSource.check();
  if (!checked.valid) throw checked.error;
  const bounded = boundNodes(source, nodesOf(parsedSource.ast));
  const evaluate = (context: object): unknown => bounded(() => parsedSource(context));
  return { evaluate, references, type: checked.type };
}

/**
 * Parses and type-checks an expression, once for equal text in one kind of place.
 * @throws {ExpressionError}
 */
export function parseExpression(source: string, place: ExpressionPlace = 'node'): ParsedExpression {
  const key = place === 'node' ? source : `${place} ${source}`;
  const known = parsed.get(key);
  if (known) return known;
  let result: ParsedExpression;
  try {
    result = parse(source, place);
  } catch (error) {
    const { code = '' } = error as CelError;
    throw asExpressionError(source, error, placedHints[place][code]);
  }
  if (parsed.size >= maximumParsed) parsed.delete(parsed.keys().next().value!);
  parsed.set(key, result);
  return result;
}
