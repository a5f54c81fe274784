import type { SameBarExit } from '../../../contracts/trading/backtest.ts';
import { defaultMatchingTerms } from '../exchange/matching/matching.ts';
import type { MatchingTerms } from '../exchange/matching/matching.ts';

/** What a backtest assumes; fees, slippage and the share of the volume are those of paper trading unless changed. */
export type BacktestTerms = MatchingTerms & {
  /** Money at the beginning. */
  cash: number;
  /** Quantities are whole multiples of it. */
  lot: number;
  allowShort: boolean;
  /** What closes a position where one bar reaches its stop and its target, and does not open beyond the stop. */
  sameBarExit: SameBarExit;
};

export const defaultBacktestTerms: BacktestTerms = {
  ...defaultMatchingTerms,
  cash: 100_000,
  lot: 0.0001,
  allowShort: false,
  sameBarExit: 'stop',
};
