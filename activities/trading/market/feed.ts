import type { Listing, NearMatch } from './instrument.ts';
import type { Timeframe } from './market.ts';

/** A candle from a source; `time` is its opening time in milliseconds since 1970. */
export type Candle = {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** A request for candles that open at or after `from` and before `to`, in milliseconds since 1970. */
export type CandleRequest = {
  /** The source's name of the instrument. */
  name: string;
  timeframe: Timeframe;
  from: number;
  to: number;
};

/** A price from a source, in the instrument's currency. */
export type FeedQuote = {
  price: number;
  /** Change in percent over 24 hours; for a stock, since the previous close. Null if unknown. */
  change24hPercent: number | null;
  /** Units traded in the last 24 hours; for a stock, in the current session. */
  volume: number;
  /** Time of the price, in milliseconds since 1970. */
  time: number;
};

/** A source of prices. Every method throws a {@link FeedRefusal} if it has no answer. */
export interface Feed {
  /** Id such as `kraken` or `fmp`. Stored candles and instrument names refer to it. */
  id: string;
  /** Display name, such as `kraken through ccxt`. */
  title: string;
  /** Whether to store its complete candles; false if the source is itself a database. */
  isKept: boolean;
  /** Whether it could have a symbol, judged by the symbol's form without a request. */
  mayHave(symbol: string): boolean;
  /** What it has under exactly this symbol; undefined if nothing. Call it only for symbols that it `mayHave`. */
  find(symbol: string): Promise<Listing | undefined>;
  /** Similar instruments, best match first. */
  near(symbol: string): Promise<NearMatch[]>;
  /** Candles, oldest first. The last one can be incomplete. */
  candles(request: CandleRequest): Promise<Candle[]>;
  quote(name: string): Promise<FeedQuote>;
}

/**
 * Why a source gave no usable answer.
 * - `silent`: it does not respond or is unavailable; it is skipped for a while.
 * - `limited`: it has reached its rate limit; it is skipped for a while too.
 * - `refused`: it will not answer this request, now or later.
 * - `faulty`: its answer is invalid.
 */
export type RefusalKind = 'silent' | 'limited' | 'refused' | 'faulty';

/** A source gave no usable answer. */
export class FeedRefusal extends Error {
  override readonly name = 'FeedRefusal';
  readonly kind: RefusalKind;
  /** How long to wait before the next request, in milliseconds, if the source says so. */
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
