import type { PerformanceView } from './api/performance.ts';

/** How an account has done. The API has made sure that the user may see it. */
export type PerformanceQuestion = { performanceOf: string; benchmark?: string };

export type PerformanceAnswer = PerformanceView;

/** What an account of a user holds, at the prices of now. */
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
