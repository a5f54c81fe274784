import type { Figures } from '../../../../contracts/trading/backtest.ts';

/** What is compared of a backtest's report. */
export type Candidate = {
  name: string;
  bars: number;
  periodsPerYear: number;
  metrics: Figures;
  parts: { name: string; metrics: Figures }[];
};
