import type { Figures } from '../../../../contracts/trading/backtest.ts';

/** What is compared of a backtest's report. */
export type Candidate = {
  name: string;
  bars: number;
  periodsPerYear: number;
  metrics: Figures;
  /** By which rule its stops and targets close; null where it has none. */
  exitRule: string | null;
  parts: { name: string; metrics: Figures }[];
};
