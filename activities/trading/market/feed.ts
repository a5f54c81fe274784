import type { Listing, NearMatch } from './instrument.ts';
import type { Timeframe } from './market.ts';

/** Prices and volume of an interval as a source gives them; `time` is when it opened, in milliseconds since 1970. */
export type Candle = {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** Candles that open at or after `from` and before `to`, in milliseconds since 1970. */
export type CandleRequest = {
  /** What the source calls the instrument. */
  name: string;
  timeframe: Timeframe;
  from: number;
  to: number;
};

export type FeedQuote = {
  price: number;
  /** Against the price of a day, or of a stock the session, before; null where there is none. */
  change24hPercent: number | null;
  /** Units traded in the last 24 hours, or of a stock in the session. */
  volume: number;
  /** When it was the price, in milliseconds since 1970. */
  time: number;
};

/** One source of prices. Each method throws a {@link FeedRefusal} where it has no answer. */
export interface Feed {
  /** Such as `kraken` or `fmp`: candles are kept, and instruments named, under it. */
  id: string;
  /** For people, such as `kraken through ccxt`. */
  title: string;
  /** Whether its complete candles are kept in the database; not where they come from a database already. */
  isKept: boolean;
  /** Whether it can have anything under such a symbol: known of the symbol alone, without asking. */
  mayHave(symbol: string): boolean;
  /** What it has under exactly this symbol, one that it may have. */
  find(symbol: string): Promise<Listing | undefined>;
  /** What is similar, the nearest first. */
  near(symbol: string): Promise<NearMatch[]>;
  /** Oldest first; the candle in the making may be the last. */
  candles(request: CandleRequest): Promise<Candle[]>;
  quote(name: string): Promise<FeedQuote>;
}

/**
 * Why a source gave no answer that can be used.
 * - `silent`: it does not respond, or answers nobody; it is left alone for a while.
 * - `limited`: it was asked too often; likewise.
 * - `refused`: it will not answer this question, now or later.
 * - `faulty`: its answer cannot be true.
 */
export type RefusalKind = 'silent' | 'limited' | 'refused' | 'faulty';

export class FeedRefusal extends Error {
  override readonly name = 'FeedRefusal';
  readonly kind: RefusalKind;
  /** How long to leave the source alone, in milliseconds, where it says so. */
  readonly retryAfterMs: number | undefined;
  constructor(
    kind: RefusalKind,
    message: string,
    options: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }
}
