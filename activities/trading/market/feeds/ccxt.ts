import { z } from 'zod';
import { pairOf } from '../instrument.ts';
import type { Listing } from '../instrument.ts';
import type { Timeframe } from '../market.ts';
import { timeframeMs } from '../timeframe-length.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { Candle, CandleRequest, Feed } from '../feed.ts';
import { FeedRefusal } from '../feed.ts';

const mostPages = 200;
/** Candles per request. Exchanges may return fewer; the smallest page size is 300. */
const pageSize = 1_000;
const smallestPage = 300;

const rowSchema = z.tuple(
  [z.number(), z.number(), z.number(), z.number(), z.number()],
  z.number().nullish(),
);

/**
 * Public candles and prices of one crypto exchange, for pairs such as `BTC/USDT`.
 * @param options.open loads the exchange on first use.
 */
export function ccxtFeed(options: {
  id: string;
  open: (id: string) => Promise<CcxtExchange>;
  now?: () => number;
}): Feed {
  const { id, open, now = Date.now } = options;
  const title = `${id} through ccxt`;
  let opened: Promise<CcxtExchange> | undefined;

  async function use<Value>(work: (exchange: CcxtExchange) => Promise<Value>): Promise<Value> {
    try {
      opened ??= open(id);
      const exchange = await opened;
      await exchange.loadMarkets();
      return await work(exchange);
    } catch (error) {
      throw refusalOf(error, id);
    }
  }

  async function readPages(exchange: CcxtExchange, request: CandleRequest): Promise<Candle[]> {
    const { name, timeframe, to } = request;
    const candles: Candle[] = [];
    let from = request.from;
    for (let page = 0; page < mostPages && from < to; page += 1) {
      const rows = await exchange.fetchOHLCV(name, timeframe, from, pageSize);
      const news = rows.map(candleOf).filter(({ time }) => time >= from);
      candles.push(...news);
      const last = news.at(-1);
      // An empty page has no trades or is before the listing. Later pages can have some.
      from = last ? last.time + 1 : from + smallestPage * timeframeMs[timeframe];
      if (last && last.time + timeframeMs[timeframe] >= to) break;
    }
    return candles;
  }

  return {
    id,
    title,
    isKept: true,

    mayHave: (symbol) => pairOf(symbol) !== undefined,

    find: (symbol) => use(async ({ markets }) => listingOf(symbol, markets?.[symbol]?.quote)),

    near: (symbol) =>
      use(async ({ markets }) => {
        const base = pairOf(symbol)?.base ?? symbol;
        const start = base.slice(0, 3);
        const about = `crypto, on ${id}`;
        return Object.keys(markets ?? {})
          .filter((pair) => pairOf(pair)?.base.startsWith(start))
          .toSorted((a, b) => rank(a, base) - rank(b, base) || a.length - b.length)
          .slice(0, 6)
          .map((pair) => ({ symbol: pair, about }));
      }),

    candles: (request) => use((exchange) => readPages(exchange, request)),

    quote: (name) =>
      use(async (exchange) => {
        const [ticker, rows] = await Promise.all([
          exchange.fetchTicker(name),
          exchange.fetchOHLCV(name, '1h', undefined, 26),
        ]);
        const { last: price, baseVolume = 0, timestamp = now() } = ticker;
        if (price === undefined)
          throw new FeedRefusal('faulty', `${title} has no price of ${name}`);
        const hours = completeHours(rows.map(candleOf), now());
        const dayAgo = hours.at(-25);
        const change24hPercent = dayAgo ? (price / dayAgo.close - 1) * 100 : null;
        return { price, change24hPercent, volume: baseVolume, time: timestamp };
      }),
  };
}

function listingOf(symbol: string, quoted: string | undefined): Listing | undefined {
  const pair = pairOf(symbol);
  if (!pair || quoted === undefined) return undefined;
  return {
    id: symbol,
    kind: 'crypto',
    name: null,
    ...pair,
    exchange: null,
    currency: quoted,
    nameInSource: symbol,
  };
}

/** Sort key: pairs of the same coin first, then those in common quote currencies. */
function rank(pair: string, base: string): number {
  const parts = pairOf(pair)!;
  const usual = ['USD', 'USDT', 'EUR', 'USDC', 'BTC'].indexOf(parts.quote);
  return (parts.base === base ? 0 : 100) + (usual === -1 ? 50 : usual);
}

function candleOf(row: readonly (number | undefined)[]): Candle {
  const parsed = rowSchema.safeParse(row);
  if (!parsed.success) {
    throw new FeedRefusal('faulty', `a candle is not six numbers: ${JSON.stringify(row)}`);
  }
  const [time, open, high, low, close, volume] = parsed.data;
  return { time, open, high, low, close, volume: volume ?? 0 };
}

function completeHours(candles: readonly Candle[], now: number): Candle[] {
  const length = timeframeMs['1h' satisfies Timeframe];
  return candles.filter(({ time }) => time + length <= now);
}

/** ccxt errors are identified by name. Any other error is of the network or the exchange. */
function refusalOf(error: unknown, id: string): FeedRefusal {
  if (error instanceof FeedRefusal) return error;
  const { name, message } = error as Error;
  if (name === 'RateLimitExceeded' || name === 'DDoSProtection') {
    return new FeedRefusal('limited', `${id} has reached its rate limit`, { cause: error });
  }
  if (name === 'BadSymbol' || name === 'NotSupported' || name === 'BadRequest') {
    return new FeedRefusal('refused', `${id} refuses the request: ${message.slice(0, 200)}`, {
      cause: error,
    });
  }
  return new FeedRefusal('silent', `${id} does not respond`, { cause: error });
}
