import type { Provenance } from '../tools/tools.ts';
import type { Strategy } from './strategy.ts';

/** Why a position was closed. */
export const exitReasons = ['signal', 'reversal', 'stop', 'trailing', 'target', 'ruin'] as const;
export type ExitReason = (typeof exitReasons)[number];

/** Whether the stop or the target closes a position when one bar reaches both. */
export const sameBarExits = ['stop', 'target'] as const;
export type SameBarExit = (typeof sameBarExits)[number];

/** A position from its first fill to its last. Money and prices in the currency of the bars. */
export type BacktestTrade = {
  side: 'long' | 'short';
  quantity: number;
  entryTime: string;
  entryPrice: number;
  /** Null while the position is open; `pnl` then uses the last close and includes no closing fee. */
  exitTime: string | null;
  exitPrice: number | null;
  exitReason: ExitReason | null;
  /** How many bars closed with the position open. */
  bars: number;
  fees: number;
  /** Gain or loss after all fees. */
  pnl: number;
  /** `pnl` as a share of the value of the position at its entry. */
  return: number;
};

/** Figures by name; null where a figure is undefined, such as a ratio whose deviation is 0. */
export type Figures = Record<string, number | null>;

/** A point of the curve: the equity at the close of a bar, and its distance from the highest so far, 0 or below. */
export type CurvePoint = { time: string; equity: number; drawdown: number };

export type Interval = { low: number; high: number };

/** The report of a backtest. */
export type BacktestReport = Provenance & {
  symbol: string;
  timeframe: string;
  strategy: Strategy;
  /**
   * What was assumed: cash, fees, slippage, warm-up. With `exitsFrom: entry`, stops and targets are active from the
   * entry. Earlier reports have neither `exitsFrom` nor `sameBarExit`: in them, stops and targets are active from the
   * bar after the entry, and the stop comes first.
   */
  terms: Record<string, string | number | boolean | null>;
  /** Time of the bar on whose close the first decision could be made, and of the last bar. */
  from: string;
  to: string;
  /** The number of bars from `from` on, and of warm-up bars before it, on which nothing is traded. */
  bars: number;
  warmupBars: number;
  metrics: Figures;
  /** How each figure of `metrics` is computed. */
  conventions: Record<string, string>;
  /** The same figures for buy and hold, from the same bar and with the same costs. */
  buyAndHold: Figures;
  /**
   * The strategy against as many random entries with the same holding times; null without a closed trade, or if there
   * are no bars left to choose from.
   */
  randomEntries: {
    runs: number;
    seed: string;
    medianReturn: number;
    interval90: Interval;
    /** The share of random runs with a lower return than the strategy's closed trades. */
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
    /** How a figure of a resample is computed, if differently from `metrics`; missing in earlier reports. */
    conventions?: Record<string, string>;
    notice: string;
  } | null;
  /** Figures of consecutive parts; of a split, the last part is out-of-sample. */
  parts: { name: string; from: string; to: string; bars: number; metrics: Figures }[];
  trades: BacktestTrade[];
  /** The number of earlier trades that `trades` leaves out. */
  tradesLeftOut: number;
  /** At most the requested number of points, including the last bar. */
  curve: CurvePoint[];
  /** Caveats about the figures. */
  warnings: string[];
};
