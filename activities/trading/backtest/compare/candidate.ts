import type { Figures } from '../../../../contracts/trading/backtest.ts';

/** The part of a backtest report that is compared. */
export type Candidate = {
  name: string;
  bars: number;
  periodsPerYear: number;
  metrics: Figures;
  /** The rule by which its stops and targets close; null if it has none. */
  exitRule: string | null;
  parts: { name: string; metrics: Figures }[];
};
