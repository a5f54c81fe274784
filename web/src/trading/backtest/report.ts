import type { BacktestReport, Figures } from '../../../../contracts/trading/backtest.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json } from '../../../../contracts/base/json.ts';

/** The report of a backtest, if the answer is one. */
export function backtestOf(output: Json | undefined): BacktestReport | undefined {
  if (!isJsonObject(output)) return undefined;
  const { metrics, conventions, buyAndHold, curve, trades, warnings, parts, strategy } = output;
  const isReport =
    [metrics, conventions, buyAndHold, strategy].every(isJsonObject) &&
    [curve, trades, warnings, parts].every((member) => Array.isArray(member));
  return isReport ? (output as unknown as BacktestReport) : undefined;
}

/** What the tool `compare_backtests` gives of backtests side by side. */
export type Comparison = {
  tries: number;
  failed: number;
  /** The best first. */
  table: ComparedBacktest[];
  bestInSample: ComparedBacktest | null;
  multipleTesting: {
    best: string | null;
    /** The Sharpe ratio that the best of so many attempts would have by chance. */
    luckySharpe: number | null;
    /** The probability that the best is better than chance. */
    deflatedSharpe: number | null;
    notice: string;
  };
  /** Earlier comparisons have none. */
  warnings?: string[];
};

export type ComparedBacktest = {
  name: string;
  inSample: Figures;
  outOfSample: Figures;
  whole: Figures;
};

/** Backtests side by side, where an answer is that. */
export function comparisonOf(output: Json | undefined): Comparison | undefined {
  if (!isJsonObject(output)) return undefined;
  const { table, tries, multipleTesting } = output;
  const isComparison =
    typeof tries === 'number' &&
    isJsonObject(multipleTesting) &&
    Array.isArray(table) &&
    table.every((row) => isJsonObject(row) && isJsonObject(row['whole']));
  return isComparison ? (output as unknown as Comparison) : undefined;
}
