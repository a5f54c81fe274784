import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToolExecutor } from '../../../../activities/tools/create-executor.ts';
import type { ToolExecutor } from '../../../../activities/tool-kit/executor.ts';
import { createToolRateLimiter } from '../../../../activities/tools/steps/rate-limit.ts';
import { exchangeEnvironment } from '../../../../activities/trading/exchange/env.ts';
import { createExchanges } from '../../../../activities/trading/exchange/exchanges.ts';
import { exchangeSettings } from '../../../../activities/trading/exchange/settings.ts';
import { writeModel } from '../../../../activities/trading/learning/model-files.ts';
import { trainModel } from '../../../../activities/trading/learning/model.ts';
import { createFundamentals } from '../../../../activities/trading/market/fundamentals/fundamentals.ts';
import { createScreener } from '../../../../activities/trading/market/fundamentals/screener.ts';
import { createNews } from '../../../../activities/trading/news/create-news.ts';
import type { Article } from '../../../../activities/trading/news/news.ts';
import { createSentiment } from '../../../../activities/trading/sentiment/create-sentiment.ts';
import { headlineSentiment } from '../../../../activities/trading/sentiment/sources.ts';
import { getPrice } from '../../../../activities/trading/tools/market/get-price.ts';
import type { Market } from '../../../../activities/trading/market/market.ts';
import { tradingTools } from '../../../../activities/trading/tools/index.ts';
import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import type { Moment } from '../../../../contracts/tools/moment.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { alertRepository } from '../../../../db/trading/alerts.ts';
import { watchlistRepository } from '../../../../db/trading/watchlist.ts';
import { openTestDatabase } from '../../../support/databases.ts';
import { anInstrument } from '../../../support/trading/instruments.ts';
import { outsideServices, toolOf } from '../../tools/outside.ts';
import { replayedMarket } from '../exchange/replayed-market.ts';
import { openFmpServer } from '../market/fmp-server.ts';
import type { FmpServer } from '../market/fmp-server.ts';

let database: OpenDatabase;
let fmp: FmpServer;
let folder: string;
let tools: ToolExecutor;
let advance: (bars: number) => void;
let calls = 0;

/** Of the replay's market, when the tools are opened. */
const moment: Moment = { asOf: '2013-01-03T21:00:00.000Z', reason: 'SPX is a replay' };

const article = (publishedAt: string): Article => ({
  title: `Stocks soar on ${publishedAt.slice(0, 10)}`,
  url: `https://wire.test/${publishedAt}`,
  publishedAt,
  publisher: 'Wire',
  source: 'wire',
});
const articles = [
  '2026-03-02T10:00:00.000Z',
  '2013-01-03T22:00:00.000Z',
  '2013-01-03T10:00:00.000Z',
].map(article);
const feed = { name: 'feed', search: async () => articles };
const archive = { ...feed, name: 'archive', archiveFrom: '2000-01-01' };

const statement = (date: string, filingDate: string) => ({
  symbol: 'AAPL',
  date,
  filingDate,
  period: 'Q3',
  fiscalYear: date.slice(0, 4),
  reportedCurrency: 'USD',
  revenue: 100,
  netIncome: 10,
});
/** The second is filed on the day of the moment, perhaps after it. */
const statements = [
  statement('2025-09-27', '2025-10-31'),
  statement('2012-12-01', '2013-01-03'),
  statement('2012-09-29', '2012-10-31'),
];

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'baton-models-'));
  fmp = await openFmpServer({
    profile: () => [{ symbol: 'AAPL', companyName: 'Apple Inc.', industry: null }],
    'income-statement': () => statements,
    'balance-sheet-statement': () => statements,
    'cash-flow-statement': () => statements,
    'historical-market-capitalization': () => [
      { symbol: 'AAPL', date: '2026-03-02', marketCap: 4_000 },
      { symbol: 'AAPL', date: '2012-12-31', marketCap: 400 },
    ],
    'company-screener': () => [{ symbol: 'AAPL', companyName: 'Apple Inc.', marketCap: 4_000 }],
  });
  const replay = await replayedMarket('2013-01-03');
  advance = replay.advance;
  const { market } = replay;
  const past = { symbol: 'SPX', timeframe: '1d', from: '2004-01-01', to: '2012-12-31' } as const;
  await writeModel(folder, trainModel(await market.range(past), { horizon: 5, now: new Date() }));
  const client = fmp.client;
  tools = createToolExecutor({
    tools: tradingTools.map((tool) => ({ ...tool, rateLimit: {} })),
    services: {
      market,
      exchanges: createExchanges({
        db: database.db,
        market,
        settings: exchangeSettings(exchangeEnvironment.parse({})),
      }),
      alerts: alertRepository(database.db),
      watchlist: watchlistRepository(database.db),
      news: createNews({ sources: [feed, archive] }),
      sentiment: createSentiment({
        sources: [headlineSentiment(feed), headlineSentiment(archive)],
      }),
      ...(await outsideServices({ BATON_ML_MODELS: folder })),
      fundamentals: createFundamentals({
        client,
        market: { instrument: async () => anInstrument({ id: 'NASDAQ:AAPL', kind: 'equity' }) },
      }),
      screener: createScreener({ client }),
    },
    settings: { FMP_API_KEY: 'key', BATON_ML_MODELS: folder, BATON_DATA: folder },
    terms: { plan: 'premium' },
    switches: { aiTrading: true },
    rateLimiter: createToolRateLimiter(),
    log: () => undefined,
  });
});
afterAll(async () => {
  await fmp.close();
  await rm(folder, { recursive: true });
  await database.close();
});

async function ask(tool: string, args: Json, ofRun: Moment | undefined): Promise<JsonObject> {
  const { signal } = new AbortController();
  const key = `call-${(calls += 1)}`;
  const answer = await tools.run({
    tool,
    args,
    key,
    runId: 'run',
    user: 'ann',
    signal,
    moment: ofRun,
  });
  if (answer.status !== 'completed') throw new Error(answer.reason);
  return answer.output as JsonObject;
}

/** When Baton did something: no time of data. */
const deeds = new Set(['acceptedAt', 'at', 'createdAt', 'addedAt', 'firedAt', 'trainedAt']);

/** Every time of data in an answer, with its place. */
function timesIn(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') {
    return /^\d{4}-\d\d-\d\d(T\S+)?$/.test(value) ? [[path, value]] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) =>
    deeds.has(name) ? [] : timesIn(inside, `${path}.${name}`),
  );
}

const laterThan = (asOf: string, answer: JsonObject) =>
  timesIn(answer).filter(([, time]) => time > asOf.slice(0, time.length));

const bars = ['2013-01-02', '2013-01-03'].map((time) => ({
  time,
  open: 100,
  high: 101,
  low: 99,
  close: 100,
}));
const order = { symbol: 'SPX', side: 'buy', quantity: 1, referencePrice: 1459.37 };

/** Each tool that tells of data, as a run on SPX may call it; those that name no symbol know of the replay by the run. */
const telling: [string, JsonObject][] = [
  ['get_price', { symbol: 'SPX' }],
  ['get_ohlcv', { symbol: 'SPX' }],
  ['get_ohlcv', { symbol: 'SPX', timeframe: '1w' }],
  ['get_indicators', { symbol: 'SPX' }],
  ['get_indicators', { bars }],
  ['get_fundamentals', { symbol: 'NASDAQ:AAPL' }],
  ['get_news', { symbol: 'SPX' }],
  ['get_news', {}],
  ['search_news', { query: 'SPX' }],
  ['search_news', { query: 'stocks' }],
  ['get_sentiment', { symbol: 'SPX' }],
  ['get_sentiment', { topic: 'stocks' }],
  ['get_ml_signals', { symbol: 'SPX' }],
  ['get_ml_features', { symbol: 'SPX' }],
  ['run_backtest', { symbol: 'SPX', entry: 'sma5 > sma20', exit: 'sma5 < sma20', bars: 300 }],
  ['analyze_statistics', { symbol: 'SPX', bars: 300 }],
  ['get_portfolio', {}],
  ['create_paper_order', { ...order, type: 'limit', limitPrice: 1400 }],
  ['get_pending_orders', {}],
  ['get_trade_history', {}],
  ['create_alert', { symbol: 'SPX', comparison: '>=', price: 2000 }],
  ['add_to_watchlist', { symbol: 'SPX' }],
];

/** Tools whose own answer has no time up to which it reaches: what they list says it, or there is no data in it. */
const untimed: [string, JsonObject][] = [
  ['list_alerts', {}],
  ['get_watchlist', {}],
  ['remove_from_watchlist', { symbol: 'SPX' }],
  ['analyze_sentiment', { text: 'Stocks soar' }],
  ['calculate_position_size', { equity: 1000, entryPrice: 100, stopPrice: 90 }],
  ['calculate_risk_reward', { side: 'long', entryPrice: 100, stopPrice: 90, targetPrice: 130 }],
  ['compare_backtests', tradingTools.find(({ name }) => name === 'compare_backtests')!.example!],
  ['explain_concept', { concept: 'Sharpe ratio' }],
];

/** Tools that are asked for what the others have made, or refuse. */
const apart = ['screen_stocks', 'cancel_paper_order', 'delete_alert', 'replace_paper_order'];

test('every trading tool is looked at', () => {
  const looked = [...telling, ...untimed].map(([name]) => name);
  expect([...new Set([...looked, ...apart])].toSorted()).toEqual(
    tradingTools.map(({ name }) => name).toSorted(),
  );
});

describe('in a run on a replay', () => {
  test.each(telling)('%s %j says as of when, and tells nothing later', async (tool, args) => {
    const answer = await ask(tool, args, moment);
    expect(answer['asOf']).toMatch(/^201[23]-/);
    expect(laterThan(moment.asOf, answer)).toEqual([]);
  });

  test.each(untimed)('%s %j tells nothing later', async (tool, args) => {
    expect(laterThan(moment.asOf, await ask(tool, args, moment))).toEqual([]);
  });

  test('an order that is canceled and an alert that is deleted tell nothing later', async () => {
    const { orders } = (await ask('get_pending_orders', {}, moment)) as { orders: JsonObject[] };
    const { clientOrderId } = orders[0]!;
    const { alerts } = (await ask('list_alerts', {}, moment)) as { alerts: JsonObject[] };
    const { id } = alerts[0]!;
    for (const answer of [
      await ask('cancel_paper_order', { clientOrderId: clientOrderId! }, moment),
      await ask('delete_alert', { id: id! }, moment),
    ]) {
      expect(laterThan(moment.asOf, answer)).toEqual([]);
    }
  });

  test('headlines are those of the days before', async () => {
    for (const [tool, args] of [
      ['get_news', { symbol: 'SPX' }],
      ['search_news', { query: 'SPX' }],
    ] as const) {
      const answer = await ask(tool, args, undefined);
      expect(answer['articles']).toMatchObject([{ publishedAt: '2013-01-03T10:00:00.000Z' }]);
    }
    expect(await ask('get_sentiment', { symbol: 'SPX' }, undefined)).toMatchObject({
      sources: [{ source: 'headlines of archive', count: 1 }],
    });
  });

  test('fundamentals hold what was filed by the day before, also where a day is named', async () => {
    const symbol = 'NASDAQ:AAPL';
    const asked: JsonObject[] = [{ symbol }, { symbol, asOf: '2013-01-02' }];
    for (const args of asked) {
      expect(await ask('get_fundamentals', args, moment)).toMatchObject({
        asOf: '2013-01-02T23:59:59.999Z',
        statements: [{ filedAt: '2012-10-31' }],
      });
    }
    await expect(
      ask('get_fundamentals', { symbol, asOf: '2013-01-03' }, moment),
    ).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('asOf: must be 2013-01-02 or earlier: SPX is a replay'),
    });
  });

  test('stocks are not screened, and the refusal says why', async () => {
    await expect(ask('screen_stocks', { country: 'US' }, moment)).rejects.toMatchObject({
      retryable: false,
      message: expect.stringMatching(/as of 2013-01-03: SPX is a replay.*get_fundamentals/),
    });
    expect(await ask('screen_stocks', { country: 'US' }, undefined)).toMatchObject({ found: 1 });
  });

  test('what is named by its symbol continues with its market', async () => {
    advance(2);
    expect(await ask('get_news', { symbol: 'SPX', limit: 6 }, undefined)).toMatchObject({
      asOf: '2013-01-07T21:00:00.000Z',
      articles: [{ publishedAt: '2013-01-03T22:00:00.000Z' }, {}],
    });
  });

  test('research stays as of the run, and prices and the account continue with the market', async () => {
    const research: [string, JsonObject][] = [
      ['get_news', { symbol: 'SPX', limit: 7 }],
      ['search_news', { query: 'SPX', limit: 7 }],
      ['get_sentiment', { symbol: 'SPX', days: 7 }],
    ];
    for (const [tool, args] of research) {
      expect(await ask(tool, args, moment)).toMatchObject({ asOf: moment.asOf });
    }
    const now = (await ask('get_price', { symbol: 'SPX' }, undefined))['asOf'];
    expect(now).not.toBe(moment.asOf);
    const onExchange: [string, JsonObject][] = [
      ['get_price', { symbol: 'SPX' }],
      ['get_ml_signals', { symbol: 'SPX' }],
      ['get_portfolio', {}],
      ['get_pending_orders', {}],
      ['get_trade_history', {}],
    ];
    for (const [tool, args] of onExchange) {
      expect([tool, (await ask(tool, args, moment))['asOf']]).toEqual([tool, now]);
    }
  });
});

test('prices of a live instrument in a run on a replay say that they are of another time', async () => {
  const quote = async () => ({ symbol: 'ABC', price: 1, asOf: '2026-03-02T10:00:00.000Z' });
  const { run } = await toolOf(getPrice, {
    services: { market: { moment: async () => undefined, quote } as unknown as Market },
  });
  expect(await run({ symbol: 'ABC' }, { moment })).toMatchObject({
    notice: expect.stringContaining(
      'This is as of 2026-03-02, but the run is as of 2013-01-03 (SPX is a replay',
    ),
  });
  expect(await run({ symbol: 'ABC' })).not.toHaveProperty('notice');
});

test('a live instrument in a run of its own is as of now', async () => {
  const before = new Date().toISOString();
  const { asOf } = await ask('get_sentiment', { topic: 'BTC/USDT' }, undefined);
  expect(String(asOf) >= before).toBe(true);
});
