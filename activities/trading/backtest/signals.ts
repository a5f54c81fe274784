import type { Strategy } from '../../../contracts/trading/strategy.ts';
import type { Bar } from '../market/market.ts';
import type { Column, NamedColumn } from './columns/column.ts';
import { findColumn } from './columns/find-column.ts';
import { readCondition } from './condition.ts';
import type { Condition, Held } from './condition.ts';
import { BacktestProblem } from './problem.ts';

/** The signals of a strategy at the close of each bar. They never use later bars. */
export type Signals = {
  /** Index of the first bar on which the strategy decides. */
  first: number;
  entry(index: number): boolean;
  shortEntry(index: number): boolean;
  exit(index: number, held: Held): boolean;
  shortExit(index: number, held: Held): boolean;
  /** Average true range at a bar, for stops and targets. */
  atr(period: number, index: number): number;
  warnings: string[];
};

const conditionFields = ['entry', 'exit', 'shortEntry', 'shortExit'] as const;
type ConditionField = (typeof conditionFields)[number];

/**
 * Computes the signals of a strategy. By default the warm-up ends once no value that the strategy uses depends on where
 * the bars start.
 * @param warmupBars use this number of warm-up bars instead; it is raised if some value is still undefined then.
 * @throws {BacktestProblem} for an invalid condition, or too few bars.
 */
export function createSignals(
  strategy: Strategy,
  bars: readonly Bar[],
  warmupBars?: number,
): Signals {
  const conditions = readConditions(strategy);
  const all = Object.values(conditions);
  const ranges = rangesOf(strategy).map((period) => findColumn(`atr${period}`));
  const named = new Map(
    [...all.flatMap(({ current, previous }) => [...current, ...previous]), ...ranges].map(
      (column) => [column.name, column],
    ),
  );
  const values = new Map([...named.values()].map((column) => [column.name, column.compute(bars)]));
  const needed = Math.max(1, warmupBars ?? settled(all, ranges));
  const first = firstDefined(all, ranges, values, needed - 1);
  if (first >= bars.length - 1) {
    const from = Number.isFinite(first) ? first + 1 : needed;
    throw new BacktestProblem(
      `The strategy can decide only from bar ${from} on, but there are ${bars.length} bars: request more bars, ` +
        'set warmupBars, or use shorter periods',
    );
  }
  const ask = (field: ConditionField) => {
    const condition = conditions[field];
    return condition ? asker(condition, values) : () => false;
  };
  return {
    first,
    entry: ask('entry'),
    exit: ask('exit'),
    shortEntry: ask('shortEntry'),
    shortExit: ask('shortExit'),
    atr: (period, index) => values.get(`atr${period}`)?.[index] ?? Number.NaN,
    warnings: warningsOf([...named.values()]),
  };
}

/** Parses all conditions of a strategy. @throws {BacktestProblem} */
function readConditions(strategy: Strategy): Partial<Record<ConditionField, Condition>> {
  return Object.fromEntries(
    conditionFields.flatMap((field) => {
      const source = strategy[field];
      if (source === undefined) return [];
      const isExit = field === 'exit' || field === 'shortExit';
      return [[field, readCondition(field, source, { isExit })]];
    }),
  );
}

/** ATR periods that stops and targets use. */
function rangesOf({ stop, trailing, target }: Strategy): number[] {
  return [stop, trailing, target].flatMap((distance) =>
    distance && 'atr' in distance ? [distance.period] : [],
  );
}

function settled(conditions: readonly Condition[], ranges: readonly NamedColumn[]): number {
  const after = ({ settledAfter }: NamedColumn) => settledAfter ?? 1;
  return Math.max(
    1,
    ...ranges.map(after),
    ...conditions.flatMap(({ current, previous }) => [
      ...current.map(after),
      ...previous.map((column) => after(column) + 1),
    ]),
  );
}

/**
 * Index of the first bar, at or after `from`, from which every value has been defined once. Values that become
 * undefined again later, such as VWAP, make a condition false on those bars.
 */
function firstDefined(
  conditions: readonly Condition[],
  ranges: readonly NamedColumn[],
  values: ReadonlyMap<string, Column>,
  from: number,
): number {
  const begin = ({ name }: NamedColumn) => {
    const index = values.get(name)!.findIndex((value) => !Number.isNaN(value));
    return index === -1 ? Infinity : index;
  };
  return Math.max(
    from,
    ...ranges.map(begin),
    ...conditions.flatMap(({ current, previous }) => [
      ...current.map(begin),
      ...previous.map((column) => begin(column) + 1),
    ]),
  );
}

/** A function that evaluates a condition at a bar; false if one of its values is undefined there. */
function asker(condition: Condition, values: ReadonlyMap<string, Column>) {
  const read = (columns: readonly NamedColumn[]) =>
    columns.map(({ name }) => ({ name, column: values.get(name)! }));
  const [current, previous] = [read(condition.current), read(condition.previous)];
  const before: Record<string, number> = {};
  const scope: Record<string, unknown> = { prev: before };
  const fill = (columns: typeof current, index: number, into: Record<string, unknown>) =>
    columns.every(({ name, column }) => Number.isFinite((into[name] = column[index]) as number));
  return (index: number, held?: Held): boolean => {
    if (!fill(current, index, scope) || !fill(previous, index - 1, before)) return false;
    Object.assign(scope, held);
    return condition.evaluate(scope);
  };
}

function warningsOf(columns: readonly NamedColumn[]): string[] {
  const endless = columns.filter(({ settledAfter }) => settledAfter === null);
  return endless.map(
    ({ name }) =>
      `The level of ${name} depends on the first bar: compare it only with itself, such as ${name} > prev.${name}.`,
  );
}
