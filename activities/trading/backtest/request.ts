import type { Strategy } from '../../../contracts/trading/strategy.ts';
import type { BarSeries } from '../market/market.ts';
import type { BacktestTerms } from './terms.ts';

/** How the bars after the warm-up are divided: one part held back at the end, or equal parts. */
export type Division = { outOfSample: number } | { folds: number };

/** Everything that a backtest depends on: the same request gives the same report. */
export type BacktestRequest = {
  series: BarSeries;
  strategy: Strategy;
  terms: BacktestTerms;
  /** Bars before the first decision; null: as many as the strategy's indicators need to settle. */
  warmupBars: number | null;
  division: Division | null;
  /** What random entries and the bootstrap are drawn from. */
  seed: string;
  /** Random runs and resamples; 0 leaves either out. */
  randomRuns: number;
  bootstrapRuns: number;
  /** The newest trades, and points of the curve, that the report holds at most. */
  maximumTrades: number;
  maximumPoints: number;
};
