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

/** What the library calls the parts of an expression, as people write them. */
const tokens: Record<string, string> = {
  IDENTIFIER: 'a name',
  NUMBER: 'a number',
  STRING: 'a text',
  BOOLEAN: 'true or false',
  NULL: 'null',
  BYTES: 'bytes',
  PLUS: '+',
  MINUS: '-',
  MULTIPLY: '*',
  DIVIDE: '/',
  MODULO: '%',
  EQ: '==',
  NE: '!=',
  LT: '<',
  LE: '<=',
  GT: '>',
  GE: '>=',
  AND: '&&',
  OR: '||',
  NOT: '!',
  IN: 'in',
  LPAREN: '(',
  RPAREN: ')',
  LBRACKET: '[',
  RBRACKET: ']',
  LBRACE: '{',
  RBRACE: '}',
  DOT: '.',
  COMMA: ',',
  COLON: ':',
  QUESTION: '?',
  EOF: 'the end',
};

/** What the library says of a text that it cannot read, without its names of tokens. */
function plainWords(said: string): string {
  const { wanted, found } =
    /^(?:Expected (?<wanted>[A-Z]+), got|Unexpected token:) (?<found>[A-Z]+)$/.exec(said)?.groups ??
    {};
  if (found === undefined) return said;
  if (found === 'EOF') return 'the expression is incomplete';
  const word = (token: string) => tokens[token] ?? token;
  return wanted === undefined
    ? `${word(found)} cannot stand here`
    : `${word(wanted)} must stand here, not ${word(found)}`;
}

/** An error of the expression library, or any other, as an {@link ExpressionError}. */
export function asExpressionError(source: string, error: unknown, hint?: string): ExpressionError {
  if (error instanceof ExpressionError) return error;
  const { summary, message, code, range } = error as CelError;
  const advice = hint ?? hints[code ?? ''];
  const reason = excerpt(plainWords(summary ?? message));
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
