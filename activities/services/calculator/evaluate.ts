import type { BigNumber } from 'mathjs';
import { suggest } from '../../../contracts/base/nearest.ts';
import { constants, functionNames, isFunction, isOperator } from './functions.ts';
import { mostExponent, resetNumbers } from './mathematics.ts';
import type { Mathematics } from './mathematics.ts';
import { cutNode, parse } from './parse.ts';
import type { Node } from './parse.ts';
import { ExpressionProblem, pointAtName } from './problem.ts';
import { checkCost, checkSize, mostNumbers, sizeOf } from './sizes.ts';
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
function checkPrecision(name: string, args: readonly Value[]): void {
  if (!ofRemainders.has(name) && !ofAngles.has(name)) return;
  const exponents = args.flat(Infinity).map(exponentOf);
  const reach = Math.max(...exponents, 0) - (name === 'mod' ? Math.min(...exponents, 0) : 0);
  if (reach < exactDigits) return;
  throw new ExpressionProblem(
    `${name} is exact for numbers of up to ${exactDigits} digits, and these have more`,
  );
}

/** How long an expression may take, looked at between its operations. */
const mostMs = 1_000;

type Evaluation = {
  math: Mathematics;
  expression: string;
  names: Map<string, Value>;
  endsAt: number;
};

/**
 * The value of an expression: a BigNumber, a truth value, or an array of them. It is read by mathjs' parser and worked out
 * here node by node, so that nothing but the listed operations exists, and none is begun that would take long.
 * @throws {ExpressionProblem} that says where and what to do.
 */
export function evaluate(
  math: Mathematics,
  expression: string,
  variables: Readonly<Record<string, Value>>,
): Value {
  const node = parse(math, expression);
  for (const name of Object.keys(variables)) checkName(name, expression);
  const names = new Map(Object.entries(variables));
  return valueOf(node, { math, expression, names, endsAt: performance.now() + mostMs });
}

type Rule = (node: Node, evaluation: Evaluation) => Value;

/** How each kind of node gets its value; what is not here cannot be written. */
const rules: Readonly<Record<string, Rule>> = {
  ConstantNode({ value }, { math }) {
    if (isUsable(value, math)) return value;
    // The 100 of a percentage.
    if (typeof value === 'number') return math.bignumber(value);
    if (value === undefined) throw new ExpressionProblem('it is empty');
    const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
    throw new ExpressionProblem(`${shown} is ${whatIs(value)}`);
  },
  SymbolNode: ({ name = '' }, evaluation) => named(name, evaluation),
  ParenthesisNode: ({ content }, evaluation) => valueOf(content!, evaluation),
  OperatorNode({ fn, op, args = [] }, evaluation) {
    if (typeof fn !== 'string' || !isOperator(fn)) {
      throw new ExpressionProblem(`the operator ${op} cannot be used here`);
    }
    return apply(fn, args, evaluation);
  },
  FunctionNode({ fn, args = [] }, evaluation) {
    const name = typeof fn === 'string' ? fn : (fn?.name ?? '');
    if (isFunction(name)) return apply(name, args, evaluation);
    const place = pointAtName(evaluation.expression, name);
    throw new ExpressionProblem(
      `function ${name} not found ${place}; ${suggest(name, functionNames)}`,
    );
  },
  ArrayNode({ items = [] }, evaluation) {
    const values = items.map((item) => valueOf(item, evaluation));
    if (values.some((value) => String(sizeOf(value)) !== String(sizeOf(values[0])))) {
      throw new ExpressionProblem('the rows of a matrix must have the same length');
    }
    checkSize(values);
    return values;
  },
  RangeNode({ start, end, step }, evaluation) {
    const from = scalar(start!, evaluation);
    const by = step ? scalar(step, evaluation) : evaluation.math.bignumber(1);
    if (by.isZero()) throw new ExpressionProblem('the step of a range must not be 0');
    const count = scalar(end!, evaluation).minus(from).div(by).floor().toNumber() + 1;
    if (count > mostNumbers) {
      throw new ExpressionProblem(`a range has at most ${mostNumbers} numbers, not ${count}`);
    }
    return Array.from({ length: Math.max(0, count) }, (_, index) => from.plus(by.times(index)));
  },
  ConditionalNode({ condition, trueExpr, falseExpr }, evaluation) {
    const value = valueOf(condition!, evaluation);
    if (typeof value !== 'boolean')
      throw new ExpressionProblem('a condition must be true or false');
    return valueOf(value ? trueExpr! : falseExpr!, evaluation);
  },
  RelationalNode({ conditionals = [], params = [] }, evaluation) {
    return conditionals.every(
      (name, index) => apply(name, params.slice(index, index + 2), evaluation) === true,
    );
  },
  AssignmentNode({ object, index, value }, evaluation) {
    const name = object?.type === 'SymbolNode' && !index ? (object.name ?? '') : '';
    if (name === '') throw new ExpressionProblem('a value can be assigned only to a name');
    checkName(name, evaluation.expression);
    const result = valueOf(value as Node, evaluation);
    evaluation.names.set(name, result);
    return result;
  },
  BlockNode({ blocks = [] }, evaluation) {
    return blocks.map(({ node }) => valueOf(node, evaluation)).at(-1);
  },
};

function valueOf(node: Node, evaluation: Evaluation): Value {
  if (performance.now() > evaluation.endsAt) {
    throw new ExpressionProblem(`it takes longer than ${mostMs} ms; compute less per call`);
  }
  const rule = Object.hasOwn(rules, node.type) ? rules[node.type] : undefined;
  if (rule) return rule(node, evaluation);
  const kind = node.type.replace(/Node$/, '');
  throw new ExpressionProblem(
    `"${cutNode(node)}" cannot be used here (${kind}): write numbers, names, operators, functions, lists and "a = 1; a + 2"`,
  );
}

function checkName(name: string, expression: string): void {
  if (!isFunction(name) && !constants.includes(name) && name !== 'true' && name !== 'false') return;
  throw new ExpressionProblem(
    `${name} is already defined ${pointAtName(expression, name)}; choose another name`,
  );
}

function named(name: string, { math, names, expression }: Evaluation): Value {
  if (names.has(name)) return names.get(name);
  if (constants.includes(name)) return (math as unknown as Record<string, Value>)[name];
  if (name === 'true' || name === 'false') return name === 'true';
  const known = [...names.keys(), ...constants];
  throw new ExpressionProblem(
    `${name} is not defined ${pointAtName(expression, name)}; ${suggest(name, known)}, or give it in variables`,
  );
}

function apply(name: string, nodes: readonly Node[], evaluation: Evaluation): Value {
  const args = nodes.map((node) => valueOf(node, evaluation));
  checkCost(name, args);
  checkPrecision(name, args);
  const compute = (evaluation.math as unknown as Record<string, (...args: Value[]) => Value>)[
    name
  ]!;
  const shown = () => `${name}(${nodes.map(cutNode).join(', ')})`;
  let value: Value;
  try {
    value = compute(...args);
  } catch (error) {
    resetNumbers(evaluation.math);
    throw new ExpressionProblem(`${shown()} has no value: ${(error as Error).message}`);
  }
  const plain = evaluation.math.isMatrix(value) ? (value.toArray() as Value) : value;
  checkSize(plain);
  const odd = [plain].flat(Infinity).find((each) => !isUsable(each, evaluation.math));
  if (odd === undefined) return plain;
  throw new ExpressionProblem(`${shown()} has no value: it is ${whatIs(odd)}`);
}

function isUsable(value: Value, math: Mathematics): boolean {
  if (typeof value === 'boolean') return true;
  return math.isBigNumber(value) && value.isFinite() && Math.abs(value.e) <= mostExponent;
}

function whatIs(value: Value): string {
  const text = String(value);
  if (text === 'NaN') return 'not a real number';
  if (/e-\d+$/.test(text)) return `closer to 0 than 1e-${mostExponent}`;
  return /Infinity$|e\+\d+$/.test(text) ? 'infinite, or too large' : 'not a number';
}

function scalar(node: Node, evaluation: Evaluation): BigNumber {
  const value = valueOf(node, evaluation);
  if (evaluation.math.isBigNumber(value)) return value;
  throw new ExpressionProblem(`"${cutNode(node)}" is not a single number`);
}
