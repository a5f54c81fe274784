import type { Moment } from '../../../contracts/tools/moment.ts';
import type { Provenance } from '../../../contracts/tools/tools.ts';
import type { Instrument, InstrumentIdentity } from './instrument.ts';

/** Lengths of bars, from one minute to one week. */
export const timeframes = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const;
export type Timeframe = (typeof timeframes)[number];

/** A complete bar. `time` is its opening time in ISO 8601. */
export type Bar = {
  time: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** Missing bars between two existing ones. */
export type Gap = {
  /** The times of the bars before and after the gap. */
  after: string;
  before: string;
  /** Number of missing bars. */
  bars: number;
};

/** Bars of an instrument with their source. */
export type BarSeries = Provenance & {
  symbol: string;
  /** The instrument of the symbol, if it was looked up. */
  instrument?: InstrumentIdentity;
  timeframe: Timeframe;
  /** Oldest first; complete bars only. */
  bars: Bar[];
  /** Gaps in the series; undefined if there are none. */
  gaps?: Gap[];
};

/** A request for bars that open at or after `from` and before `to`, as ISO 8601 times or days. */
export type RangeRequest = {
  symbol: string;
  timeframe: Timeframe;
  from: string;
  /** Default: up to the newest complete bar. */
  to?: string;
};

/** A request for the newest bars. */
export type BarsRequest = {
  symbol: string;
  timeframe: Timeframe;
  limit: number;
  /** Only bars that opened before this ISO 8601 time. Default: the newest. */
  before?: string | undefined;
};

/** The current price of an instrument, in its currency. */
export type Quote = Provenance & {
  symbol: string;
  instrument?: InstrumentIdentity;
  price: number;
  /** Change in percent over 24 hours (in a replay: since the previous close); null if unknown. */
  change24hPercent: number | null;
  /** Units traded in the last 24 hours; for a stock or in a replay, in the session. */
  volume: number;
  currency: string;
  /** Current time of the market in ISO 8601; undefined if it equals `asOf`. */
  now?: string;
};

/** The market data for the decision on an order, read at one moment. */
export type MarketSnapshot = Provenance & {
  symbol: string;
  instrument?: InstrumentIdentity;
  price: number;
  currency: string;
  timeframe: Timeframe;
  /** The newest complete bar. */
  bar: Bar;
  /** Current time of the market. An order decided now fills on a bar that opens at or after it. */
  now: string;
  /** Set if there will be no further bar: why, and what to do. */
  ended?: string;
  /** Set while an order that waits for approval pauses the market: the latest end of the pause, in ISO 8601. */
  heldUntil?: string;
};

/** The next bar, when to ask for it again, or why there will be none. */
export type NextBar =
  | { status: 'complete'; bar: Bar; provenance: Provenance }
  | { status: 'pending'; retryAfterMs: number }
  | { status: 'ended'; reason: string };

/**
 * Prices of instruments. Answers contain only bars that are complete at the market's time. Every method throws a {@link
 * ToolError}: retryable if the source does not respond, permanent if it does not have the symbol or timeframe.
 */
export interface Market {
  /**
   * The instrument of a symbol.
   * @throws {ToolError} with similar symbols if it is unknown, and with the choices if it is ambiguous.
   */
  instrument(symbol: string): Promise<Instrument>;
  /**
   * The time up to which data of an instrument can be used: in a replay the time of its clock; undefined for now. Never
   * throws, and does not look the symbol up.
   */
  moment(symbol: string): Promise<Moment | undefined>;
  /** The newest complete bars, at most `limit`. Empty if the instrument has none before `before`. */
  bars(request: BarsRequest): Promise<BarSeries>;
  /**
   * All complete bars of a range in one answer, even thousands; empty if there are none. `asOf` is the end of the last
   * bar.
   */
  range(request: RangeRequest): Promise<BarSeries>;
  quote(symbol: string): Promise<Quote>;
  snapshot(symbol: string): Promise<MarketSnapshot>;
  /** The first complete bar, in the snapshot's timeframe, that opened at or after `time`. */
  nextBar(symbol: string, time: string): Promise<NextBar>;
}

/** A market with only some symbols. */
export type MarketSource = Market & {
  /** What it offers, for error messages, such as `SPX (S&P 500, replayed)`. */
  offers: string;
  has(symbol: string): boolean;
};
