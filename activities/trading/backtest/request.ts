import type { Strategy } from '../../../contracts/trading/strategy.ts';
import type { BarSeries } from '../market/market.ts';
import type { BacktestTerms } from './terms.ts';

/** How to divide the bars after the warm-up: a fraction at the end for out-of-sample, or a number of equal folds. */
export type Division = { outOfSample: number } | { folds: number };

/** Everything that determines the result of a backtest: the same request gives the same report. */
export type BacktestRequest = {
  series: BarSeries;
  strategy: Strategy;
  terms: BacktestTerms;
  /** Bars before the first decision; null for as many as the indicators of the strategy need. */
  warmupBars: number | null;
  division: Division | null;
  /** Random seed of the random entries and the bootstrap. */
  seed: string;
  /** Number of runs with random entries, and of bootstrap resamples; 0 for none. */
  randomRuns: number;
  bootstrapRuns: number;
  /** Maximum number of newest trades, and of points of the equity curve, in the report. */
  maximumTrades: number;
  maximumPoints: number;
};
