import { arithmetic } from '../../../contracts/expressions/environment.ts';
import { Environment } from '@marcbachmann/cel-js';
import type { NamedColumn } from './columns/column.ts';
import { columnExamples, findColumn } from './columns/find-column.ts';
import { BacktestProblem } from './problem.ts';
import type { ASTNode } from '@marcbachmann/cel-js';

/** The names that a condition uses: of the bar that closed, and of the bar before it. */
type ConditionNames = { current: Set<string>; previous: Set<string> };

/** The allowed operators. There are no functions, lists or loops. */
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
 * Collects the names in a condition.
 * @param field the field of the strategy, for messages, such as `entry`.
 * @throws {BacktestProblem} if it uses anything but numbers, comparisons, logic and arithmetic.
 */
function namesIn(field: string, source: string, root: ASTNode): ConditionNames {
  const names: ConditionNames = { current: new Set(), previous: new Set() };
  const visit = (node: ASTNode): void => {
    if (!operators.has(node.op)) {
      throw new BacktestProblem(
        `\`${source}\` uses ${operatorName(node)}: a condition can only have numbers, indicators, comparisons, && ` +
          '|| ! and arithmetic',
        field,
      );
    }
    if (node.op === 'id') {
      if (node.args === 'prev') {
        throw new BacktestProblem(
          `\`${source}\` uses prev without a name: write prev.close or prev.sma20`,
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
      throw new BacktestProblem(`\`${source}\` uses .${name}, but only prev has fields`, field);
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

const limits = { maxAstNodes: 200, maxDepth: 30, maxListElements: 0, maxMapEntries: 0 };

/** A CEL environment with these names as numbers, and `prev` with those of the bar before. */
function conditionEnvironment(names: Iterable<string>): Environment {
  const environment = new Environment({ limits });
  for (const name of names) environment.registerVariable(name, 'double');
  environment.registerVariable('prev', 'map<string, double>');
  for (const [operator, compute] of Object.entries(arithmetic)) {
    const handler = (left: number | bigint, right: number | bigint) =>
      compute(Number(left), Number(right));
    environment.registerOperator(`int ${operator} double: double`, handler);
    environment.registerOperator(`double ${operator} int: double`, handler);
  }
  return environment;
}

/** What exit conditions can use about the position. */
export type Held = {
  /** Bars that closed while the position was open. */
  barsHeld: number;
  /** Return since entry as a fraction of the entry value, before fees; negative for a loss. */
  profit: number;
};
const heldNames = ['barsHeld', 'profit'] as const satisfies (keyof Held)[];

/** A parsed condition, to evaluate on each bar. */
export type Condition = {
  source: string;
  /** The columns that it uses, of the bar itself and of the bar before. */
  current: NamedColumn[];
  previous: NamedColumn[];
  /**
   * @param values by name; `prev` holds those of the bar before.
   * @throws {BacktestProblem} if it cannot be computed, such as `1 / 0` with integers.
   */
  evaluate(values: object): boolean;
};

/**
 * Parses a condition.
 * @param field the field of the strategy, for messages, such as `entry`.
 * @param of.isExit whether it can use `barsHeld` and `profit` of the position.
 * @throws {BacktestProblem} that says what is wrong.
 */
export function readCondition(
  field: string,
  source: string,
  { isExit }: { isExit: boolean },
): Condition {
  const attempt = <Result>(what: 'read' | 'computed', compute: () => Result): Result => {
    try {
      return compute();
    } catch (error) {
      throw failed(field, source, { what, error });
    }
  };
  const { ast } = attempt('read', () => new Environment().parse(source));
  const names = namesIn(field, source, ast);
  const columnsOf = (set: Set<string>) =>
    [...set].filter((name) => !isHeld(name)).map((name) => columnNamed(field, source, name));
  const current = columnsOf(names.current);
  const held = [...names.current, ...names.previous].find(isHeld);
  if (held && (!isExit || names.previous.has(held))) {
    throw new BacktestProblem(
      `\`${source}\` uses ${held}, which only exits can use, and only without prev.`,
      field,
    );
  }
  const previous = columnsOf(names.previous);
  const parsed = attempt('read', () => conditionEnvironment([...names.current]).parse(source));
  const { valid, type, error } = parsed.check();
  if (!valid) throw failed(field, source, { what: 'read', error });
  if (type !== 'bool') {
    throw new BacktestProblem(
      `\`${source}\` gives ${type}, but must give true or false: compare it with a value`,
      field,
    );
  }
  const evaluate = (values: object) => attempt('computed', () => parsed(values) === true);
  return { source, current, previous, evaluate };
}

const isHeld = (name: string) => (heldNames as readonly string[]).includes(name);

function columnNamed(field: string, source: string, name: string): NamedColumn {
  try {
    return findColumn(name);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new BacktestProblem(
      `in \`${source}\`, ${error.message}. A condition can name ${columnExamples.join(', ')} with other ` +
        `periods too, and in exits ${heldNames.join(', ')}`,
      field,
    );
  }
}

function failed(
  field: string,
  source: string,
  { what, error }: { what: 'read' | 'computed'; error: unknown },
): BacktestProblem {
  const { summary, message } = error as { summary?: string; message: string };
  const reason = (summary ?? message).split('\n')[0] ?? '';
  return new BacktestProblem(`\`${source}\` cannot be ${what}: ${reason}`, field);
}
