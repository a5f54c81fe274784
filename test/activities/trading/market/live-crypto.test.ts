import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ccxtFeed } from '../../../../activities/trading/market/feeds/ccxt.ts';
import type { CcxtExchange } from '../../../../activities/trading/market/feeds/ccxt-exchange.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { emptyMarketTables, openLive } from './open-live.ts';
import { openTestDatabase } from '../../../support/databases.ts';

const minute = 60_000;
const noon = Date.parse('2026-03-02T12:00:30.000Z');

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => emptyMarketTables(database.db));
afterAll(() => database.close());

/** An exchange with a candle for every interval up to `now`, the last one in the making. */
function exchange(lengthMs: number, now = () => noon): CcxtExchange {
  return {
    markets: { 'BTC/USDT': { quote: 'USDT' }, 'BTC/EUR': { quote: 'EUR' } },
    loadMarkets: vi.fn(async () => undefined),
    fetchTicker: async () => ({ last: 100.5, baseVolume: 12, timestamp: now() }),
    fetchOHLCV: async (_symbol, _timeframe, since, limit = 5) => {
      const newest = Math.floor(now() / lengthMs) * lengthMs;
      const opened = Array.from({ length: limit }, (_, index) => newest - index * lengthMs);
      return opened
        .toReversed()
        .filter((time) => time >= (since ?? 0))
        .map((time) => [time, 100, 101, 99, 100 + ((time / 60_000) % 2), 3]);
    },
  };
}

/** An error as ccxt throws it. */
function ccxtError(name: string): Error {
  return Object.assign(new Error(`${name} from the exchange`), { name });
}

function failing(name: string): CcxtExchange {
  return { ...exchange(minute), loadMarkets: () => Promise.reject(ccxtError(name)) };
}

function market(load: (id: string) => CcxtExchange, now = () => noon) {
  const feeds = ['kraken', 'coinbase', 'bitstamp'].map((id) =>
    ccxtFeed({ id, open: async () => load(id), now }),
  );
  return openLive({ db: database.db, feeds, now });
}

describe('crypto pairs', () => {
  test('give complete bars only, with exchange, instrument and as-of time', async () => {
    const answer = await market(() => exchange(minute)).bars({
      symbol: 'BTC/USDT',
      timeframe: '1m',
      limit: 2,
    });
    expect(answer.bars.map((bar) => bar.time)).toEqual([
      '2026-03-02T11:58:00.000Z',
      '2026-03-02T11:59:00.000Z',
    ]);
    expect(answer).toMatchObject({
      instrument: { id: 'BTC/USDT', kind: 'crypto', name: null },
      source: 'kraken through ccxt',
      asOf: '2026-03-02T12:00:00.000Z',
    });
    expect(answer).not.toHaveProperty('notice');
    expect(answer).not.toHaveProperty('passedOver');
  });

  test('fill an order with the first minute that begins after it', async () => {
    let now = noon;
    const crypto = market(
      () => exchange(minute, () => now),
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

  test.each(['NetworkError', 'RateLimitExceeded'])(
    'come from the next exchange, which says so, after a %s; the first is then left alone a minute',
    async (name) => {
      let now = noon;
      const asked: string[] = [];
      const crypto = market(
        (id) => {
          asked.push(id);
          return id === 'kraken' ? failing(name) : exchange(3_600_000);
        },
        () => now,
      );
      expect(await crypto.quote('BTC/USDT')).toMatchObject({
        price: 100.5,
        volume: 12,
        currency: 'USDT',
        source: 'coinbase through ccxt',
        change24hPercent: expect.any(Number),
        passedOver: [{ source: 'kraken through ccxt', reason: expect.any(String) }],
      });
      expect(asked).toEqual(['kraken', 'coinbase']);
      now += 30_000;
      await crypto.quote('BTC/USDT');
      expect(asked).toEqual(['kraken', 'coinbase']);
    },
  );

  test('come from the next exchange when candles cannot be true', async () => {
    const crypto = market((id) => ({
      ...exchange(minute),
      ...(id === 'kraken' && {
        fetchOHLCV: async () => [[Date.parse('2026-03-02T11:59:00Z'), 100, 90, 99, 100, 1]],
      }),
    }));
    const answer = await crypto.bars({ symbol: 'BTC/USDT', timeframe: '1m', limit: 2 });
    expect(answer).toMatchObject({
      source: 'coinbase through ccxt',
      passedOver: [
        { source: 'kraken through ccxt', reason: expect.stringMatching(/11:59.*high 90 is below/) },
      ],
    });
  });

  test('come from the next exchange when those of the first are old', async () => {
    const crypto = market((id) =>
      exchange(minute, id === 'kraken' ? () => noon - 86_400_000 : () => noon),
    );
    expect(await crypto.bars({ symbol: 'BTC/USDT', timeframe: '1m', limit: 2 })).toMatchObject({
      source: 'coinbase through ccxt',
      asOf: '2026-03-02T12:00:00.000Z',
    });
    const old = market(() => exchange(minute, () => noon - 5 * 3_600_000));
    // Where there is nothing newer they come as they are, with their time.
    await emptyMarketTables(database.db);
    expect(await old.bars({ symbol: 'BTC/USDT', timeframe: '1m', limit: 500 })).toMatchObject({
      source: 'kraken through ccxt',
      asOf: '2026-03-02T07:01:00.000Z',
    });
  });

  test('are those that opened before a time, or none where there are none', async () => {
    const crypto = market(() => exchange(minute));
    const asked = { symbol: 'BTC/USDT', timeframe: '1m' as const, limit: 2 };
    const { bars } = await crypto.bars({ ...asked, before: '2026-03-02T09:00:00Z' });
    expect(bars.map(({ time }) => time)).toEqual([
      '2026-03-02T08:58:00.000Z',
      '2026-03-02T08:59:00.000Z',
    ]);
    expect((await crypto.bars({ ...asked, before: '2009-01-01' })).bars).toEqual([]);
  });

  test('come, for a long range, from an exchange that has all of it', async () => {
    const hour = 3_600_000;
    const now = () => noon;
    const crypto = market((id) => ({
      ...exchange(hour, now),
      fetchOHLCV: async (...[symbol, timeframe, since, limit]) => {
        const rows = await exchange(hour, now).fetchOHLCV(symbol, timeframe, undefined, 1_500);
        const kept = id === 'kraken' ? rows.slice(-300) : rows;
        return kept.filter(([time = 0]) => time >= (since ?? 0)).slice(0, limit);
      },
    }));
    const answer = await crypto.range({
      symbol: 'BTC/USDT',
      timeframe: '1h',
      from: '2026-01-20',
      to: '2026-03-02',
    });
    expect(answer.bars).toHaveLength(41 * 24);
    expect(answer.source).toBe('coinbase through ccxt');
    expect(answer).not.toHaveProperty('gaps');
    const longer = { symbol: 'BTC/USDT', timeframe: '1h', from: '2025-10-01' } as const;
    // None has all of it: the one that has most answers, and says what is missing.
    expect(await crypto.range(longer)).toMatchObject({
      source: 'coinbase through ccxt',
      gaps: [{ before: expect.stringMatching(/^2025-12-30/), bars: expect.any(Number) }],
    });
  });

  test('are a retryable error when no exchange answers', async () => {
    const offline = market(() => failing('NetworkError'));
    await expect(offline.quote('BTC/USDT')).rejects.toMatchObject({
      name: 'ToolError',
      retryable: true,
      message: expect.stringMatching(/kraken.*coinbase.*bitstamp.*Check the network/s),
    });
  });

  test('that no exchange has are an error with near matches, and no guess', async () => {
    const crypto = market(() => exchange(minute));
    await expect(crypto.quote('BTC/USD')).rejects.toMatchObject({
      retryable: false,
      message: expect.stringMatching(/Symbol "BTC\/USD" not found.*BTC\/USDT.*BTC\/EUR/),
    });
    await expect(crypto.quote('BTC')).rejects.toMatchObject({
      message: expect.stringMatching(/Symbol "BTC" not found.*BTC\/USDT \(crypto/),
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
        timeout: 5_000,
        urls: { api: { public: `http://127.0.0.1:${port}`, private: 'http://127.0.0.1:9' } },
      });
      const feed = ccxtFeed({
        id: 'kraken',
        open: async () => kraken as unknown as CcxtExchange,
        now: () => noon,
      });
      const crypto = openLive({ db: database.db, feeds: [feed], now: () => noon });
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
