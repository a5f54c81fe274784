import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FeedRefusal } from '../../../../activities/trading/market/feed.ts';
import type { Feed } from '../../../../activities/trading/market/feed.ts';
import { fmpFeed } from '../../../../activities/trading/market/feeds/fmp.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { listed, openFmpServer, searchAnswers } from './fmp-server.ts';
import type { FmpServer } from './fmp-server.ts';
import { emptyMarketTables, openLive } from './open-live.ts';
import { cryptoListing, scriptedFeed } from './scripted-feed.ts';
import { openTestDatabase } from '../../../support/databases.ts';

let database: OpenDatabase;
let fmp: FmpServer;
/** A Wednesday, while New York trades. */
let now = Date.parse('2026-03-04T15:00:00Z');

/** One day as `historical-price-eod/full` has it. */
function day(date: string, close: number) {
  return {
    symbol: 'AAPL',
    date,
    open: close - 1,
    high: close + 2,
    low: close - 2,
    close,
    volume: 44_489_128,
    change: 1,
    changePercent: 0.44,
    vwap: close,
  };
}
const days = [
  day('2026-03-04', 262),
  day('2026-03-03', 261),
  day('2026-03-02', 260),
  day('2026-02-27', 259),
  day('2026-02-26', 258),
];

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyMarketTables(database.db);
  now = Date.parse('2026-03-04T15:00:00Z');
  fmp = await openFmpServer({
    ...searchAnswers(listed),
    'historical-price-eod/full': (query) =>
      days.filter(({ date }) => date >= query.get('from')! && date <= query.get('to')!),
    quote: (query) => [
      {
        symbol: query.get('symbol'),
        name: 'Apple Inc.',
        price: 262.82,
        changePercentage: 1.24817,
        change: 3.24,
        volume: 38_253_717,
        dayLow: 259,
        dayHigh: 264,
        timestamp: now / 1_000,
      },
    ],
  });
});
afterEach(() => fmp.close());
afterAll(() => database.close());

const open = () => openLive({ db: database.db, feeds: [fmpFeed(fmp.client)], now: () => now });

describe('a stock', () => {
  test('has its price with the change since the last close', async () => {
    expect(await open().quote('AAPL')).toEqual({
      symbol: 'AAPL',
      instrument: { id: 'NASDAQ:AAPL', kind: 'equity', name: 'Apple Inc.' },
      price: 262.82,
      change24hPercent: 1.24817,
      volume: 38_253_717,
      currency: 'USD',
      source: 'Financial Modeling Prep',
      asOf: '2026-03-04T15:00:00.000Z',
      now: '2026-03-04T15:00:00.000Z',
    });
  });

  test('has complete days, oldest first, fetched once', async () => {
    const wanted = { symbol: 'AAPL', timeframe: '1d', limit: 3 } as const;
    const answer = await open().bars(wanted);
    expect(answer.bars.map(({ time, close }) => [time.slice(0, 10), close])).toEqual([
      ['2026-02-27', 259],
      ['2026-03-02', 260],
      ['2026-03-03', 261],
    ]);
    expect(answer).not.toHaveProperty('gaps');
    const asked = fmp.asked.length;
    expect(await open().bars({ ...wanted, limit: 2 })).toMatchObject({
      bars: answer.bars.slice(1),
    });
    expect(fmp.asked).toHaveLength(asked);
  });

  test('has weeks from Monday on, made of days, the one in the making left out', async () => {
    const answer = await open().range({ symbol: 'AAPL', timeframe: '1w', from: '2026-02-16' });
    expect(answer.bars).toEqual([
      {
        time: '2026-02-23T00:00:00.000Z',
        open: 257,
        high: 261,
        low: 256,
        close: 259,
        volume: 2 * 44_489_128,
      },
    ]);
  });

  test('has bars within the day, whose times are those of New York', async () => {
    fmp.answers['historical-chart/1hour'] = () => [
      { date: '2026-03-04 09:30:00', open: 1, low: 1, high: 2, close: 2, volume: 5 },
      { date: '2026-03-03 15:30:00', open: 1, low: 1, high: 2, close: 2, volume: 5 },
      // In summer New York is an hour nearer.
      { date: '2025-07-03 09:30:00', open: 1, low: 1, high: 2, close: 2, volume: 5 },
    ];
    now = Date.parse('2026-03-04T16:00:00Z');
    const answer = await open().bars({ symbol: 'NASDAQ:AAPL', timeframe: '1h', limit: 100 });
    expect(answer.bars.map(({ time }) => time)).toEqual([
      '2026-03-03T20:30:00.000Z',
      '2026-03-04T14:30:00.000Z',
    ]);
  });

  test('is decided on at its price of now, and filled by the day that begins after it', async () => {
    const market = open();
    const snapshot = await market.snapshot('AAPL');
    expect(snapshot).toMatchObject({
      price: 262.82,
      timeframe: '1d',
      bar: { time: '2026-03-03T00:00:00.000Z' },
      asOf: '2026-03-04T15:00:00.000Z',
    });
    // A Friday evening: the next day of trade is Monday.
    const friday = '2026-03-06T21:00:00.000Z';
    now = Date.parse(friday);
    const waits = await market.nextBar('AAPL', friday);
    expect(waits).toEqual({ status: 'pending', retryAfterMs: 75 * 3_600_000 });
    now += 75 * 3_600_000;
    days.unshift(day('2026-03-09', 263), day('2026-03-06', 264), day('2026-03-05', 263));
    expect(await market.nextBar('AAPL', friday)).toMatchObject({
      status: 'complete',
      bar: { time: '2026-03-09T00:00:00.000Z' },
    });
    days.splice(0, 3);
  });

  test('of another exchange or currency is never taken for it', async () => {
    const market = open();
    expect((await market.quote('AAPL.MX')).currency).toBe('MXN');
    await expect(market.quote('NYSE:AAPL')).rejects.toThrow(
      /Symbol "NYSE:AAPL" not found.*NASDAQ:AAPL/,
    );
    await expect(market.quote('APPLE')).rejects.toThrow(/NASDAQ:AAPL \(Apple Inc\.\)/);
  });
});

describe('Financial Modeling Prep', () => {
  test('has crypto in dollars where the exchanges do not answer', async () => {
    const listings = [cryptoListing('BTC/USD'), cryptoListing('BTC/USDT')];
    const kraken: Feed = {
      ...scriptedFeed({ id: 'kraken', now: () => now, listings }),
      quote: async () => {
        throw new FeedRefusal('silent', 'kraken does not respond');
      },
    };
    const feeds = [kraken, fmpFeed(fmp.client)];
    const market = openLive({ db: database.db, feeds, now: () => now });
    expect(await market.quote('BTC/USD')).toMatchObject({
      instrument: { id: 'BTC/USD', kind: 'crypto' },
      currency: 'USD',
      source: 'Financial Modeling Prep',
      passedOver: [{ source: 'the source kraken', reason: 'kraken does not respond' }],
    });
    // Bitcoin in tether is another instrument.
    now += 61_000;
    await expect(market.quote('BTC/USDT')).rejects.toThrow('No source returned BTC/USDT');
  });

  test.each([
    [401, false, 'check FMP_API_KEY', undefined],
    [402, false, 'the plan of FMP_API_KEY does not include quote', undefined],
    [429, true, 'FMP_API_KEY has reached its rate limit', undefined],
    [500, true, 'status 500', { what: 'Financial Modeling Prep' }],
    [502, true, 'status 502', { what: 'Financial Modeling Prep' }],
    [503, true, 'status 503', { what: 'Financial Modeling Prep' }],
  ])('that answers with status %i says what to do', async (status, retryable, words, away) => {
    fmp.answers['quote'] = () => ({ status, body: { 'Error Message': 'no' } });
    await expect(open().quote('AAPL')).rejects.toMatchObject({
      retryable,
      away,
      message: expect.stringContaining(words),
    });
  });

  test('is left alone for as long as it says', async () => {
    fmp.answers['quote'] = () => ({
      status: 429,
      body: { 'Error Message': 'Limit Reach .' },
      headers: { 'retry-after': '600' },
    });
    const market = open();
    await expect(market.quote('AAPL')).rejects.toThrow('reached its rate limit');
    const asked = fmp.asked.length;
    now += 599_000;
    await expect(market.quote('AAPL')).rejects.toThrow('is skipped');
    expect(fmp.asked).toHaveLength(asked);
    now += 2_000;
    await expect(market.quote('AAPL')).rejects.toThrow('reached its rate limit');
  });

  test('never shows the key', async () => {
    fmp.answers['quote'] = () => ({ status: 500, body: 'broken' });
    await open()
      .quote('AAPL')
      .catch((error: Error) =>
        expect(JSON.stringify([error.message, error.stack])).not.toContain('secret-key'),
      );
    expect(fmp.asked.join()).not.toContain('secret-key');
  });
});
