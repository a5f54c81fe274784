import type { Strategy } from '../../../contracts/trading/strategy.ts';
import type { Bar } from '../market/market.ts';
import type { Column, NamedColumn } from './columns/column.ts';
import { findColumn } from './columns/find-column.ts';
import { readCondition } from './conditions/condition.ts';
import type { Condition, Held } from './conditions/condition.ts';
import { BacktestProblem } from './problem.ts';

/** What a strategy says on the close of a bar. Nothing of it knows of later bars. */
export type Signals = {
  /** Index of the first bar on whose close something is decided. */
  first: number;
  entry(index: number): boolean;
  shortEntry(index: number): boolean;
  exit(index: number, held: Held): boolean;
  shortExit(index: number, held: Held): boolean;
  /** The average true range of a bar, for stops. */
  atr(period: number, index: number): number;
  warnings: string[];
};

const conditionFields = ['entry', 'exit', 'shortEntry', 'shortExit'] as const;
type ConditionField = (typeof conditionFields)[number];

/**
 * The signals of a strategy over bars. The warm-up ends where every value that the strategy names, and those of the bar
 * before where it names them, no longer depend on where the bars begin.
 * @param warmupBars replaces that number of bars; never fewer than give every value once.
 * @throws {BacktestProblem} for a condition that cannot be read, and for too few bars.
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

/** Reads every condition of a strategy. @throws {BacktestProblem} */
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

/** Periods of the average true ranges that stops and targets are measured in. */
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

/** The first bar from `from` on that has all values; those that come and go later, as a VWAP does, are left out then. */
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

/** Asks a condition of a bar; it is false where one of its values is not defined there. */
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
