import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { createCryptoExchanges } from '../../../activities/market/crypto-exchanges.ts';
import type { CryptoExchange } from '../../../activities/market/crypto-exchanges.ts';
import { createCryptoMarket } from '../../../activities/market/exchange-ccxt.ts';

const minute = 60_000;
const noon = Date.parse('2026-03-02T12:00:30.000Z');

/** An exchange with a candle for every interval up to `now`, the last one in the making. */
function exchange(lengthMs: number, now = () => noon): CryptoExchange {
  return {
    markets: { 'BTC/USDT': { quote: 'USDT' } },
    loadMarkets: vi.fn(async () => undefined),
    fetchTicker: async () => ({ last: 100.5, baseVolume: 12, timestamp: now() }),
    fetchOHLCV: async (_symbol, _timeframe, since, limit = 5) => {
      const newest = Math.floor(now() / lengthMs) * lengthMs;
      const opened = Array.from({ length: limit }, (_, index) => newest - index * lengthMs);
      return opened
        .toReversed()
        .filter((time) => time >= (since ?? 0))
        .map((time) => [time, 100, 101, 99, 100 + (time % 7), 3]);
    },
  };
}

function offline(): CryptoExchange {
  return { ...exchange(minute), loadMarkets: async () => Promise.reject(new Error('no network')) };
}

function market(load: (id: string) => Promise<CryptoExchange>, now = () => noon) {
  return createCryptoMarket({
    exchanges: createCryptoExchanges({ preferred: 'kraken', load, now }),
    now,
  });
}

describe('crypto pairs', () => {
  test('give complete bars only, with exchange and as-of time', async () => {
    const answer = await market(async () => exchange(minute)).bars({
      symbol: 'BTC/USDT',
      timeframe: '1m',
      limit: 2,
    });
    expect(answer.bars.map((bar) => bar.time)).toEqual([
      '2026-03-02T11:58:00.000Z',
      '2026-03-02T11:59:00.000Z',
    ]);
    expect(answer).toMatchObject({
      source: 'kraken through ccxt',
      asOf: '2026-03-02T12:00:00.000Z',
    });
    expect(answer).not.toHaveProperty('notice');
  });

  test('fill an order with the first minute that begins after it', async () => {
    let now = noon;
    const crypto = market(
      async () => exchange(minute, () => now),
      () => now,
    );
    const { now: decided, bar } = await crypto.snapshot('BTC/USDT');
    expect(bar.time).toBe('2026-03-02T11:59:00.000Z');
    expect(await crypto.nextBar('BTC/USDT', decided)).toEqual({
      status: 'pending',
      retryAfterMs: 90_000,
    });
    now += 90_000;
    expect(await crypto.nextBar('BTC/USDT', decided)).toMatchObject({
      status: 'complete',
      bar: { time: '2026-03-02T12:01:00.000Z' },
    });
  });

  test('come from the next exchange when one does not answer, which is then left alone a minute', async () => {
    let now = noon;
    const asked: string[] = [];
    const crypto = market(
      async (id) => {
        asked.push(id);
        return id === 'kraken' ? offline() : exchange(3_600_000);
      },
      () => now,
    );
    expect(await crypto.quote('BTC/USDT')).toMatchObject({
      price: 100.5,
      currency: 'USDT',
      source: 'coinbase through ccxt',
      change24hPercent: expect.any(Number),
    });
    expect(asked).toEqual(['kraken', 'coinbase']);
    now += 61_000;
    await crypto.quote('BTC/USDT');
    expect(asked).toEqual(['kraken', 'coinbase']);
  });

  test('are a retryable error when no exchange answers', async () => {
    await expect(market(async () => offline()).quote('BTC/USDT')).rejects.toMatchObject({
      name: 'ToolError',
      retryable: true,
      message: expect.stringMatching(/tried kraken, coinbase, bitstamp.*Check the network/s),
    });
  });

  test('that no exchange has are an error that trying again does not mend', async () => {
    await expect(market(async () => exchange(minute)).quote('NOPE/USDT')).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('BTC/USDT'),
    });
  });

  test('are read by ccxt from the public interface of kraken', async () => {
    const answers: Record<string, unknown> = {
      Assets: { XXBT: { altname: 'XBT', decimals: 10 }, USDT: { altname: 'USDT', decimals: 8 } },
      AssetPairs: {
        XBTUSDT: {
          altname: 'XBTUSDT',
          wsname: 'XBT/USDT',
          base: 'XXBT',
          quote: 'USDT',
          pair_decimals: 1,
          lot_decimals: 8,
          ordermin: '0.0001',
          status: 'online',
          fees: [[0, 0.4]],
          fees_maker: [[0, 0.25]],
          leverage_buy: [],
          leverage_sell: [],
        },
      },
      OHLC: {
        XBTUSDT: [
          [Date.parse('2026-03-02T11:59:00Z') / 1000, '100.1', '102', '99', '101.5', '100', '7', 3],
          [Date.parse('2026-03-02T12:00:00Z') / 1000, '101.5', '102', '99', '101', '100', '7', 3],
        ],
        last: 1,
      },
    };
    const server = createServer((request, response) => {
      const name = new URL(request.url ?? '', 'http://kraken').pathname.split('/').at(-1)!;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ error: [], result: answers[name] ?? {} }));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    try {
      const { default: ccxt } = await import('ccxt');
      const kraken = new ccxt.kraken({
        urls: { api: { public: `http://127.0.0.1:${port}`, private: 'http://127.0.0.1:9' } },
      });
      const crypto = market(async () => kraken as unknown as CryptoExchange);
      const { bars } = await crypto.bars({ symbol: 'BTC/USDT', timeframe: '1m', limit: 5 });
      expect(bars).toEqual([
        {
          time: '2026-03-02T11:59:00.000Z',
          open: 100.1,
          high: 102,
          low: 99,
          close: 101.5,
          volume: 7,
        },
      ]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
