import type { SameBarExit } from '../../../contracts/trading/backtest.ts';
import { defaultMatchingTerms } from '../exchange/matching/matching.ts';
import type { MatchingTerms } from '../exchange/matching/matching.ts';

/** The assumptions of a backtest. By default, fees, slippage and volume share are those of the paper account. */
export type BacktestTerms = MatchingTerms & {
  /** Cash at the start. */
  cash: number;
  /** Lot size: quantities are whole multiples of it. */
  lot: number;
  allowShort: boolean;
  /** Whether the stop or the target closes a position if one bar reaches both after its open. */
  sameBarExit: SameBarExit;
};

export const defaultBacktestTerms: BacktestTerms = {
  ...defaultMatchingTerms,
  cash: 100_000,
  lot: 0.0001,
  allowShort: false,
  sameBarExit: 'stop',
};
