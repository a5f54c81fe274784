import { z } from 'zod';
import { ToolError } from '../tools/tool.ts';
import type { Candle, CryptoExchanges } from './crypto-exchanges.ts';
import type { Bar, MarketSource, Timeframe } from './market.ts';
import { timeframes } from './market.ts';

const minuteMs = 60_000;
const lengthMs = {
  '1m': minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '1h': 60 * minuteMs,
  '4h': 240 * minuteMs,
  '1d': 1440 * minuteMs,
  '1w': 10_080 * minuteMs,
} satisfies Record<Timeframe, number>;

/** Orders are decided on, and filled by, bars of this length. */
const orderTimeframe = '1m';

const candleSchema = z.tuple([
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number().nullish(),
]);

function readCandles(candles: Candle[], completeBefore: number, timeframe: Timeframe): Bar[] {
  return candles
    .map((candle) => candleSchema.parse(candle))
    .filter(([opened]) => opened + lengthMs[timeframe] <= completeBefore)
    .toSorted(([a], [b]) => a - b)
    .map(([opened, open, high, low, close, volume]) => ({
      time: new Date(opened).toISOString(),
      open,
      high,
      low,
      close,
      volume: volume ?? 0,
    }));
}

function noData(symbol: string, exchange: string): ToolError {
  return new ToolError(`${exchange} gave no prices of ${symbol}; try again in a minute`, {
    retryable: true,
  });
}

/** Live candles and prices of crypto pairs such as `BTC/USDT`, from public interfaces of exchanges. */
export function createCryptoMarket(options: {
  exchanges: CryptoExchanges;
  now?: () => number;
}): MarketSource {
  const { exchanges, now = Date.now } = options;

  async function completeBars(symbol: string, timeframe: Timeframe, limit: number) {
    const answer = await exchanges.ask(symbol, (exchange) =>
      exchange.fetchOHLCV(symbol, timeframe, undefined, limit + 1),
    );
    const bars = readCandles(answer.value, now(), timeframe).slice(-limit);
    const newest = bars.at(-1);
    if (!newest) throw noData(symbol, answer.exchange);
    const asOf = new Date(Date.parse(newest.time) + lengthMs[timeframe]).toISOString();
    return { ...answer, bars, newest, asOf, source: `${answer.exchange} through ccxt` };
  }

  return {
    offers: `crypto pairs such as BTC/USDT (live; timeframes ${timeframes.join(', ')})`,
    has: (symbol) => /^[A-Z0-9]+\/[A-Z0-9]+$/.test(symbol),

    async bars({ symbol, timeframe, limit }) {
      const { bars, asOf, source } = await completeBars(symbol, timeframe, limit);
      return { symbol, timeframe, bars, source, asOf };
    },

    async quote(symbol) {
      const { value, currency, exchange } = await exchanges.ask(symbol, async (asked) => ({
        ticker: await asked.fetchTicker(symbol),
        hours: await asked.fetchOHLCV(symbol, '1h', undefined, 26),
      }));
      const price = value.ticker.last;
      if (price === undefined) throw noData(symbol, exchange);
      const dayAgo = readCandles(value.hours, now(), '1h').at(-25);
      return {
        symbol,
        price,
        change24hPercent: dayAgo ? (price / dayAgo.close - 1) * 100 : null,
        volume: value.ticker.baseVolume ?? 0,
        currency,
        source: `${exchange} through ccxt`,
        asOf: new Date(value.ticker.timestamp ?? now()).toISOString(),
      };
    },

    async snapshot(symbol) {
      const answer = await completeBars(symbol, orderTimeframe, 5);
      return {
        symbol,
        price: answer.newest.close,
        currency: answer.currency,
        timeframe: orderTimeframe,
        bar: answer.newest,
        now: new Date(now()).toISOString(),
        source: answer.source,
        asOf: answer.asOf,
      };
    },

    async nextBar(symbol, time) {
      const length = lengthMs[orderTimeframe];
      const opensAt = Math.ceil(Date.parse(time) / length) * length;
      const wait = opensAt + length - now();
      if (wait > 0) return { status: 'pending', retryAfterMs: wait };
      const { value, exchange } = await exchanges.ask(symbol, (asked) =>
        asked.fetchOHLCV(symbol, orderTimeframe, opensAt, 5),
      );
      const bar = readCandles(value, now(), orderTimeframe).find(
        (candidate) => Date.parse(candidate.time) >= opensAt,
      );
      // A minute without a trade has no candle.
      if (!bar) return { status: 'pending', retryAfterMs: 15_000 };
      const asOf = new Date(Date.parse(bar.time) + length).toISOString();
      return { status: 'complete', bar, provenance: { source: `${exchange} through ccxt`, asOf } };
    },
  };
}
