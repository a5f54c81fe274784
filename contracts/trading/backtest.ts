import type { Provenance } from '../tools/tools.ts';
import type { Strategy } from './strategy.ts';

/** Why a position was closed. */
export const exitReasons = ['signal', 'reversal', 'stop', 'trailing', 'target', 'ruin'] as const;
export type ExitReason = (typeof exitReasons)[number];

/** Which of the two closes a position where one bar reaches both its stop and its target. */
export const sameBarExits = ['stop', 'target'] as const;
export type SameBarExit = (typeof sameBarExits)[number];

/** A position from its first fill to its last. Money and prices in the currency of the bars. */
export type BacktestTrade = {
  side: 'long' | 'short';
  quantity: number;
  entryTime: string;
  entryPrice: number;
  /** Null where it is still open; `pnl` then counts the last close and no fee for closing. */
  exitTime: string | null;
  exitPrice: number | null;
  exitReason: ExitReason | null;
  /** Bars that closed with the position open. */
  bars: number;
  fees: number;
  /** Gain or loss after all fees. */
  pnl: number;
  /** `pnl` as a share of what the position was worth at its entry. */
  return: number;
};

/** Figures by name; null where a figure is undefined, such as a ratio to a deviation of nothing. */
export type Figures = Record<string, number | null>;

/** A point of the curve: the equity at the close of a bar, and its distance from the highest so far, 0 or below. */
export type CurvePoint = { time: string; equity: number; drawdown: number };

export type Interval = { low: number; high: number };

/** What a backtest gives. */
export type BacktestReport = Provenance & {
  symbol: string;
  timeframe: string;
  strategy: Strategy;
  /**
   * What was assumed: cash, fees, slippage, warm-up. `exitsFrom` is `entry`: stops and targets work from the entry on.
   * Earlier reports have neither that nor `sameBarExit`: theirs work from the bar after the entry on, the stop first.
   */
  terms: Record<string, string | number | boolean | null>;
  /** Time of the bar on whose close the first decision could be made, and of the last bar. */
  from: string;
  to: string;
  /** Bars from there on, and bars before it, on which nothing is traded. */
  bars: number;
  warmupBars: number;
  metrics: Figures;
  /** How each figure of `metrics` is computed. */
  conventions: Record<string, string>;
  /** The same figures of buying once and holding, from the same bar with the same costs. */
  buyAndHold: Figures;
  /**
   * The strategy against as many random entries with the same holding times; null without a closed trade, and where they
   * leave no bars to choose from.
   */
  randomEntries: {
    runs: number;
    seed: string;
    medianReturn: number;
    interval90: Interval;
    /** Share of the random runs whose return the strategy's closed trades exceed. */
    exceeds: number;
    notice: string;
  } | null;
  /** Intervals of 90 % from a block bootstrap of the period returns; null where there are too few. */
  bootstrap: {
    runs: number;
    seed: string;
    blockBars: number;
    sharpe: Interval | null;
    cagr: Interval | null;
    maxDrawdown: Interval | null;
    /** How a resample's figure is computed where that is not as in `metrics`; earlier reports do not say it. */
    conventions?: Record<string, string>;
    notice: string;
  } | null;
  /** Figures of consecutive parts; the last part is the out-of-sample one of a split. */
  parts: { name: string; from: string; to: string; bars: number; metrics: Figures }[];
  trades: BacktestTrade[];
  /** Earlier trades that `trades` leaves out. */
  tradesLeftOut: number;
  /** At most as many points as asked for, the last bar among them. */
  curve: CurvePoint[];
  /** What to know before believing the figures. */
  warnings: string[];
};
