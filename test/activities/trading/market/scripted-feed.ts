import type { Candle, Feed } from '../../../../activities/trading/market/feed.ts';
import type { Listing } from '../../../../activities/trading/market/instrument.ts';
import { timeframeMs } from '../../../../activities/trading/market/timeframe-length.ts';

/** A candle of an interval: which it is follows from its time alone, so that every answer agrees with the others. */
export function candleAt(time: number): Candle {
  const open = 100 + ((time / 60_000) % 17);
  const close = 100 + ((time / 60_000) % 13);
  return {
    time,
    open,
    high: Math.max(open, close) + 1,
    low: Math.min(open, close) - 1,
    close,
    volume: 3,
  };
}

export function cryptoListing(symbol: string): Listing {
  const [base = null, quote = null] = symbol.split('/');
  const currency = quote ?? 'USD';
  return {
    id: symbol,
    kind: 'crypto',
    name: null,
    base,
    quote,
    exchange: null,
    currency,
    nameInSource: symbol,
  };
}

export function stockListing(exchange: string, symbol: string, name: string): Listing {
  const id = `${exchange}:${symbol}`;
  const none = { base: null, quote: null };
  return { id, kind: 'equity', name, ...none, exchange, currency: 'USD', nameInSource: id };
}

/** A source with a candle for every interval up to now, the one in the making included, that notes what it is asked for. */
export function scriptedFeed(options: {
  id: string;
  now: () => number;
  listings?: Listing[];
  /** What has no candle. */
  isMissing?: (time: number) => boolean;
  candle?: (time: number) => Candle;
}): Feed & { asked: { timeframe: string; from: number; to: number }[] } {
  const { id, now, listings = [cryptoListing('BTC/USDT')], candle = candleAt } = options;
  const asked: { timeframe: string; from: number; to: number }[] = [];
  return {
    id,
    title: `the source ${id}`,
    isKept: true,
    mayHave: () => true,
    asked,
    find: async (symbol) =>
      listings.find((one) => one.id === symbol || one.id.endsWith(`:${symbol}`)),
    near: async (symbol) =>
      listings
        .filter((one) => one.id.includes(symbol.slice(0, 3)))
        .map((one) => ({ symbol: one.id, about: one.name ?? one.kind })),
    candles: async ({ timeframe, from, to }) => {
      asked.push({ timeframe, from, to });
      const length = timeframeMs[timeframe];
      const last = Math.min(to - 1, now());
      const given: Candle[] = [];
      for (let time = Math.ceil(from / length) * length; time <= last; time += length) {
        if (!options.isMissing?.(time)) given.push(candle(time));
      }
      return given;
    },
    quote: async () => ({ price: 101, change24hPercent: 1.5, volume: 12, time: now() }),
  };
}
