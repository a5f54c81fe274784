import type { ASTNode } from '@marcbachmann/cel-js';
import { ExpressionError } from './error.ts';

const maximumCharacters = 1_000_000;
const maximumElements = 10_000;

/** Characters and list elements that one evaluation may take in hand, and what a loop's round costs. */
const maximumWork = 20_000_000;
const workOfRound = 100;

const tooLong = 'the expression takes too long';

/** How the library evaluates an operator, function or loop, once it has been type-checked. */
type Evaluated = {
  handle?: (...operands: unknown[]) => unknown;
  meta: { alternate?: Evaluated };
};

/** Gives what `evaluate` does, within the bounds; begins anew with each call. */
export type Bounded = (evaluate: () => unknown) => unknown;

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (value instanceof Uint8Array) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 1;
}

function total(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => sum + sizeOf(value), 0);
}

/** The length of `list.join(separator)`. */
function joinedLength([list, separator]: readonly unknown[]): number {
  return Array.isArray(list) ? total(list) + list.length * sizeOf(separator ?? '') : 0;
}

/** The operands of a node, of those that its handler is given. */
function operandsOf({ op }: ASTNode, given: readonly unknown[]): readonly unknown[] {
  return op === 'call' || op === 'rcall' ? (given[0] as unknown[]) : given.slice(0, 2);
}

/** The size of what a `+` or join() is about to make. */
function madeBy(node: ASTNode, operands: readonly unknown[]): number {
  if (node.op === '+') return total(operands);
  return node.op === 'rcall' && node.args[0] === 'join' ? joinedLength(operands) : 0;
}

const operators = new Set(['!=', '==', 'in', '+', '<', '<=', '>', '>=', 'call', 'rcall']);

/**
 * Bounds what type-checked nodes make and how long they take: a text of 1,000,000 characters, a joined
 * list of 10,000 elements, and a sum of all that operators and loops go through.
 */
export function boundNodes(source: string, nodes: readonly ASTNode[]): Bounded {
  let left = maximumWork;
  let lastSpender: ASTNode | undefined;
  const fail = (node: ASTNode, reason: string): never => {
    const hint = 'use less data, or compute it in a tool';
    throw new ExpressionError(source, reason, { position: node.range.start, hint });
  };
  const spend = (node: ASTNode, work: number): void => {
    left -= work;
    lastSpender = node;
    if (left < 0) fail(node, tooLong);
  };
  const guard = (evaluated: Evaluated, before: (given: unknown[]) => void): void => {
    const { handle } = evaluated;
    if (!handle) return;
    evaluated.handle = (...given) => {
      before(given);
      return handle(...given);
    };
  };
  for (const node of nodes) {
    const evaluated = node as unknown as Evaluated;
    const loop = evaluated.meta.alternate;
    if (loop) guard(loop, ([items]) => spend(node, sizeOf(items) * workOfRound));
    if (loop || !operators.has(node.op)) continue;
    guard(evaluated, (given) => {
      const operands = operandsOf(node, given);
      const made = madeBy(node, operands);
      const isList = node.op === '+' && Array.isArray(operands[0]);
      if (isList && made > maximumElements) {
        fail(node, `makes a list of more than ${maximumElements} elements`);
      }
      if (made > maximumCharacters) {
        fail(node, `makes a text of more than ${maximumCharacters} characters`);
      }
      spend(node, total(operands) + made);
    });
  }
  return (evaluate) => {
    left = maximumWork;
    const value = evaluate();
    // Quantifiers, && and || go on after an error of one side.
    if (left < 0 && lastSpender) fail(lastSpender, tooLong);
    return value;
  };
}
