import type { MathJsInstance, MathNode } from 'mathjs';
import { cutText } from '../../../contracts/base/text.ts';
import { ExpressionProblem, pointAt } from './problem.ts';

/** What is known of mathjs' nodes: those of an expression have what their type says. */
export type Node = {
  type: string;
  value?: unknown;
  name?: string;
  fn?: string | Node;
  op?: string;
  args?: Node[];
  content?: Node;
  items?: Node[];
  blocks?: { node: Node }[];
  object?: Node;
  index?: Node | null;
  condition?: Node;
  trueExpr?: Node;
  falseExpr?: Node;
  conditionals?: string[];
  params?: Node[];
  start?: Node;
  end?: Node;
  step?: Node | null;
  toString(): string;
};

/**
 * Reads an expression.
 * @throws {ExpressionProblem} that points at the character where it cannot be read.
 */
export function parse(math: MathJsInstance, expression: string): Node {
  try {
    return math.parse(expression) as MathNode as unknown as Node;
  } catch (error) {
    const { char = 1, message } = error as Error & { char?: number };
    const said = message.replace(/ ?\(char \d+\)$/, '');
    throw new ExpressionProblem(`${said} ${pointAt(expression, char - 1)}`);
  }
}

/** A part of an expression as it is told, cut where it is long. */
export function cutNode(node: Node): string {
  return cutText(node.toString(), 60);
}
