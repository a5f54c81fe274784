import { Environment } from '@marcbachmann/cel-js';
import type { NamedColumn } from '../columns/column.ts';
import { columnExamples, findColumn } from '../columns/find-column.ts';
import { BacktestProblem } from '../problem.ts';
import { conditionEnvironment } from './environment.ts';
import { namesIn } from './names.ts';

/** What an exit may ask of the position that it would close. */
export type Held = {
  /** Bars that have closed with it. */
  barsHeld: number;
  /** Gain since its entry as a share of its worth, without fees; below 0 for a loss. */
  profit: number;
};
const heldNames = ['barsHeld', 'profit'] as const satisfies (keyof Held)[];

/** A condition that can be asked for each bar. */
export type Condition = {
  source: string;
  /** What it reads, of the bar itself and of the one before. */
  current: NamedColumn[];
  previous: NamedColumn[];
  /**
   * @param values by name; `prev` holds those of the bar before.
   * @throws {BacktestProblem} where it cannot be computed, as `1 / 0` of whole numbers.
   */
  evaluate(values: object): boolean;
};

/**
 * Reads a condition.
 * @param field what it is, for messages: `entry`.
 * @param of.isExit whether it may ask of the position too.
 * @throws {BacktestProblem} that says where it is wrong.
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
      `\`${source}\` asks for ${held}, which exits alone can, without prev.`,
      field,
    );
  }
  const previous = columnsOf(names.previous);
  const parsed = attempt('read', () => conditionEnvironment([...names.current]).parse(source));
  const { valid, type, error } = parsed.check();
  if (!valid) throw failed(field, source, { what: 'read', error });
  if (type !== 'bool') {
    throw new BacktestProblem(
      `\`${source}\` gives ${type}, and must give true or false: compare it with something`,
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
