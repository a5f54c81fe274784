import type { ASTNode } from '@marcbachmann/cel-js';
import { BacktestProblem } from '../problem.ts';

/** What a condition reads: of the bar that has closed, and of the one before it. */
export type ConditionNames = { current: Set<string>; previous: Set<string> };

/** What conditions are written with; there are no functions, lists or loops. */
const operators = new Set(
  ['id', 'value', '.', '?:', '&&', '||', '!_', '-_', '==', '!='].concat([
    '<',
    '<=',
    '>',
    '>=',
    '+',
    '-',
    '*',
    '/',
    '%',
  ]),
);

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value;
}

/**
 * The names in a condition.
 * @param field what the condition is, for messages: `entry`.
 * @throws {BacktestProblem} where it uses more than numbers, comparisons and logic.
 */
export function namesIn(field: string, source: string, root: ASTNode): ConditionNames {
  const names: ConditionNames = { current: new Set(), previous: new Set() };
  const visit = (node: ASTNode): void => {
    if (!operators.has(node.op)) {
      throw new BacktestProblem(
        `\`${source}\` uses ${operatorName(node)}: a condition has numbers, indicators, comparisons, && || ! and ` +
          'arithmetic alone',
        field,
      );
    }
    if (node.op === 'id') {
      if (node.args === 'prev') {
        throw new BacktestProblem(
          `\`${source}\` names prev alone: write prev.close or prev.sma20`,
          field,
        );
      }
      names.current.add(node.args);
      return;
    }
    if (node.op === '.') {
      const [of, name] = node.args;
      if (of.op === 'id' && of.args === 'prev') {
        names.previous.add(name);
        return;
      }
      throw new BacktestProblem(`\`${source}\` reads .${name} of what is not prev`, field);
    }
    if (node.op === 'value') return;
    const parts: unknown[] = Array.isArray(node.args) ? node.args : [node.args];
    for (const part of parts) if (isNode(part)) visit(part);
  };
  visit(root);
  return names;
}

function operatorName(node: ASTNode): string {
  if (node.op === 'call' || node.op === 'rcall') return `${node.args[0]}()`;
  return `"${node.op}"`;
}
