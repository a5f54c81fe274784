import type { Figures } from '../../../../contracts/trading/backtest.ts';
import { shapeOf } from '../../statistics/distribution.ts';
import { deviation, mean, ratio, sum } from '../../statistics/numbers.ts';
import { annualReturn, drawdownsOf, returnsOf } from '../../statistics/returns.ts';

/** An equity curve. Its first value is the starting equity. */
export type Curve = {
  equity: ArrayLike<number> & Iterable<number>;
  /** Calendar days from the first value to the last. */
  days: number;
  periodsPerYear: number;
};

/** Figures of an equity curve, by the formulas in `conventions.ts`; null where undefined. */
export function curveMetrics({ equity, days, periodsPerYear }: Curve): Figures {
  const returns = returnsOf(equity);
  const root = Math.sqrt(periodsPerYear);
  const average = mean(returns);
  const spread = deviation(returns);
  const downside =
    returns.length === 0
      ? null
      : Math.sqrt(sum(returns.map((one) => (one < 0 ? one * one : 0))) / returns.length);
  const maxDrawdown = equity.length === 0 ? null : Math.min(0, ...minimum(drawdownsOf(equity)));
  const growth = ratio(equity[equity.length - 1] ?? null, equity[0] ?? null);
  const cagr = growth === null ? null : annualReturn(growth, days / 365.25);
  return {
    totalReturn: growth === null ? null : growth - 1,
    cagr,
    cagrQuantstats: growth === null ? null : annualReturn(growth, returns.length / periodsPerYear),
    volatility: times(spread, root),
    sharpe: times(ratio(average, spread), root),
    sortino: times(ratio(average, downside), root),
    calmar: ratio(cagr, maxDrawdown === null ? null : -maxDrawdown),
    maxDrawdown,
    ...shapeOf(returns),
    ...geometric(returns, { average, spread, downside, periodsPerYear }),
  };
}

const times = (value: number | null, factor: number) => (value === null ? null : value * factor);

/** The minimum as a list. `Math.min(...values)` would exceed the number of arguments for a long curve. */
function minimum(values: Float64Array): [] | [number] {
  return values.length === 0 ? [] : [values.reduce((least, one) => (one < least ? one : least))];
}

/**
 * Sharpe and Sortino ratios as backtesting.py computes them: annualized geometric mean over the standard deviation of
 * compounded returns.
 */
function geometric(
  returns: Float64Array,
  of: {
    average: number | null;
    spread: number | null;
    downside: number | null;
    periodsPerYear: number;
  },
): Figures {
  const { spread, downside, periodsPerYear } = of;
  if (returns.length === 0 || returns.some((one) => one <= -1)) {
    return { sharpeBacktestingPy: null, sortinoBacktestingPy: null };
  }
  const growth = Math.exp(sum(returns.map((one) => Math.log1p(one))) / returns.length);
  const annual = growth ** periodsPerYear - 1;
  const variance =
    spread === null
      ? null
      : (spread ** 2 + growth ** 2) ** periodsPerYear - growth ** (2 * periodsPerYear);
  return {
    sharpeBacktestingPy: ratio(annual, variance === null ? null : Math.sqrt(variance)),
    sortinoBacktestingPy: ratio(annual, times(downside, Math.sqrt(periodsPerYear))),
  };
}
