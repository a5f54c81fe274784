import type { Moment } from '../../../contracts/tools/moment.ts';
import type { Provenance } from '../../../contracts/tools/tools.ts';
import type { Instrument, InstrumentIdentity } from './instrument.ts';

export const timeframes = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const;
export type Timeframe = (typeof timeframes)[number];

/** Prices and volume of one complete interval. `time` is the ISO 8601 time at which it opened. */
export type Bar = {
  time: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** Bars that are missing between two that are there. */
export type Gap = {
  /** The times of the bars before and after the gap. */
  after: string;
  before: string;
  /** How many bars there should be between them. */
  bars: number;
};

export type BarSeries = Provenance & {
  symbol: string;
  /** What the symbol stands for, where it was looked up. */
  instrument?: InstrumentIdentity;
  timeframe: Timeframe;
  /** Oldest first; complete bars only. */
  bars: Bar[];
  /** Where bars are missing; left out where none is. */
  gaps?: Gap[];
};

/** Which bars are wanted: those that open at or after `from` and before `to`, both ISO 8601 times or days. */
export type RangeRequest = {
  symbol: string;
  timeframe: Timeframe;
  from: string;
  /** Left out, up to the newest complete bar. */
  to?: string;
};

/** How many of the newest bars are wanted. */
export type BarsRequest = {
  symbol: string;
  timeframe: Timeframe;
  limit: number;
  /** An ISO 8601 time: only bars that opened before it. Left out, the newest there are. */
  before?: string | undefined;
};

export type Quote = Provenance & {
  symbol: string;
  instrument?: InstrumentIdentity;
  price: number;
  /** Against the price of a day (in a replay: a session) before; null where there is none. */
  change24hPercent: number | null;
  volume: number;
  currency: string;
  /** The market's time; left out where it is that of the price. */
  now?: string;
};

/** What an order is decided on, read at one moment. */
export type MarketSnapshot = Provenance & {
  symbol: string;
  instrument?: InstrumentIdentity;
  price: number;
  currency: string;
  timeframe: Timeframe;
  /** The newest complete bar. */
  bar: Bar;
  /** The market's time: an order decided now fills on a bar that opens at or after it. */
  now: string;
  /** Set when there will be no further bar: why, and what to do. */
  ended?: string;
  /** Set while the market stands still for an order that waits for approval: until when at most, ISO 8601. */
  heldUntil?: string;
};

export type NextBar =
  | { status: 'complete'; bar: Bar; provenance: Provenance }
  | { status: 'pending'; retryAfterMs: number }
  | { status: 'ended'; reason: string };

/**
 * Prices of instruments. No answer holds a bar that is not complete at the market's time.
 * Every method throws a {@link ToolError}: retryable when the source does not respond, not retryable
 * for a symbol or timeframe that it does not have.
 */
export interface Market {
  /**
   * The one instrument that a symbol stands for.
   * @throws {ToolError} with near matches for an unknown symbol, and with the choices for an ambiguous one.
   */
  instrument(symbol: string): Promise<Instrument>;
  /**
   * Up to when anything may be known about an instrument: in a replay the time of its clock; undefined where that is now.
   * It never throws for a symbol, and looks none up.
   */
  moment(symbol: string): Promise<Moment | undefined>;
  /**
   * The newest `limit` complete bars, or fewer where there are not as many. Of an instrument without a bar before
   * `before` it is an empty series.
   */
  bars(request: BarsRequest): Promise<BarSeries>;
  /**
   * All complete bars of a range, however many (thousands of them are answered in one call). `asOf` is the end of the
   * newest bar of the answer; a range without bars gives an empty series.
   */
  range(request: RangeRequest): Promise<BarSeries>;
  quote(symbol: string): Promise<Quote>;
  snapshot(symbol: string): Promise<MarketSnapshot>;
  /** The first complete bar of the snapshot's timeframe that opened at or after `time`. */
  nextBar(symbol: string, time: string): Promise<NextBar>;
}

/** A market that knows only some symbols. */
export type MarketSource = Market & {
  /** What there is, for error messages: `SPX (S&P 500, replayed)`. */
  offers: string;
  has(symbol: string): boolean;
};
