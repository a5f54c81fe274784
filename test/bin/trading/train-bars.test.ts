import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createReplayMarket } from '../../../activities/trading/market/replay.ts';
import { loadSp500 } from '../../../activities/trading/market/sp500.ts';
import { moreBars, barsBefore } from '../../../bin/trading/train/train.ts';
import type { OpenDatabase } from '../../../db/open.ts';
import { emptyMarketTables, openLive } from '../../activities/trading/market/open-live.ts';
import { scriptedFeed } from '../../activities/trading/market/scripted-feed.ts';
import { openTestDatabase } from '../../support/databases.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => emptyMarketTables(database.db));
afterAll(() => database.close());

const now = () => Date.UTC(2026, 2, 4, 15);

test.each([
  ['1d', 1_000, '2019-12-31T00:00:00.000Z'],
  // More than one request gives.
  ['15m', 25_000, '2019-12-31T23:45:00.000Z'],
] as const)('bars of %s before a day are the last %i before it', async (timeframe, limit, last) => {
  const market = openLive({ db: database.db, feeds: [scriptedFeed({ id: 'kraken', now })], now });
  const wanted = { symbol: 'BTC/USDT', timeframe, limit, until: '2020-01-01' };
  const { bars } = await barsBefore(market, wanted);
  expect([bars.length, bars.at(-1)!.time]).toEqual([limit, last]);
  const times = bars.map(({ time }) => time);
  expect(new Set(times).size).toBe(limit);
  expect(times).toEqual(times.toSorted());
});

test('a week that is not over by the day is none of those before it', async () => {
  const all = await loadSp500();
  const market = createReplayMarket({
    bars: all,
    barsPerMinute: 1,
    position: async () => all.length - 1,
  });
  // A Wednesday.
  const wanted = { symbol: 'SPX', timeframe: '1w', limit: 5_000, until: '2020-04-08' } as const;
  const { bars } = await barsBefore(market, wanted);
  expect(bars.at(-1)!.time).toBe('2020-03-30T00:00:00.000Z');
});

test.each([
  [600, undefined, 'Use --bars 805 or more.'],
  [5_000, undefined, 'No more bars are available. Use a shorter --timeframe.'],
  [
    5_000,
    '2001-01-01',
    'No more bars are available. Use a later --until, or a shorter --timeframe.',
  ],
])('of too few bars, of %i until %s, it says what to do', (bars, until, advice) => {
  const options = { timeframe: '1d', horizon: 5, bars, ...(until && { until }) };
  expect(moreBars(options, 600)).toBe(advice);
});
