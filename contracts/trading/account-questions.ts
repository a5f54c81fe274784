import type { PerformanceView } from './api/performance.ts';

/** Asks for the performance of an account. The API has checked that the user may see it. */
export type PerformanceQuestion = { performanceOf: string; benchmark?: string };

export type PerformanceAnswer = PerformanceView;

/** Asks for the positions of an account at current prices. */
export type PositionsQuestion = { positionsOf: string; user: string };

/** Numbers as decimal text. */
export type PositionsAnswer = {
  asOf: string;
  positions: {
    symbol: string;
    quantity: string;
    averagePrice: string;
    marketPrice: string;
    marketValue: string;
    unrealizedPnl: string;
    realizedPnl: string;
  }[];
};
