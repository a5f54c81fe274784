import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchangeEnvironment } from '../../../../activities/trading/exchange/env.ts';
import { createExchanges } from '../../../../activities/trading/exchange/exchanges.ts';
import { exchangeSettings } from '../../../../activities/trading/exchange/settings.ts';
import { createNews } from '../../../../activities/trading/news/create-news.ts';
import { createSentiment } from '../../../../activities/trading/sentiment/create-sentiment.ts';
import { catalog as general } from '../../../../activities/catalog/index.ts';
import { createToolExecutor } from '../../../../activities/tools/create-executor.ts';
import type { ToolExecutor } from '../../../../activities/tool-kit/executor.ts';
import { createToolRateLimiter } from '../../../../activities/tools/steps/rate-limit.ts';
import { toolOutputs } from '../../../../contracts/trading/tool-outputs.ts';
import { outputOf } from '../../../../contracts/tools/known-outputs.ts';
import { checkValue, propertiesOf } from '../../../../contracts/values/json-schema.ts';
import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import type { ToolProgress } from '../../../../contracts/tools/tools.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { alertRepository } from '../../../../db/trading/alerts.ts';
import { watchlistRepository } from '../../../../db/trading/watchlist.ts';
import { outsideServices } from '../../tools/outside.ts';
import { replayedMarket } from '../exchange/replayed-market.ts';
import { openTestDatabase } from '../../../support/databases.ts';
import type { Tool } from '../../../../activities/tool-kit/tool.ts';
import { tradingTools } from '../../../../activities/trading/tools/index.ts';
import type { Services } from '../../tools/outside.ts';

const catalog: readonly Tool<Services>[] = [...tradingTools, ...general];

let database: OpenDatabase;
let tools: ToolExecutor;
let advance: (bars: number) => void;
let calls = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  const replay = await replayedMarket('2010-01-04');
  advance = replay.advance;
  const settings = exchangeSettings(exchangeEnvironment.parse({}));
  const exchanges = createExchanges({ db: database.db, market: replay.market, settings });
  tools = createToolExecutor({
    tools: catalog.map((tool) => ({ ...tool, rateLimit: {} })),
    services: {
      market: replay.market,
      exchanges,
      alerts: alertRepository(database.db),
      watchlist: watchlistRepository(database.db),
      news: createNews({ sources: [] }),
      sentiment: createSentiment({ sources: [] }),
      ...(await outsideServices()),
    },
    terms: { plan: 'premium' },
    switches: { aiTrading: true },
    rateLimiter: createToolRateLimiter(),
    log: () => undefined,
  });
});
afterAll(() => database.close());

function run(
  tool: string,
  args: Json,
  key?: string,
  onProgress?: (progress: ToolProgress) => void,
) {
  calls += 1;
  return tools.run({
    tool,
    args,
    key: key ?? `call-${calls}`,
    runId: 'run',
    // The account is that of one user. Elsewhere no answer of another test comes from the cache.
    user: /paper|portfolio/.test(tool) ? 'local' : `user-${calls}`,
    signal: new AbortController().signal,
    ...(onProgress && { onProgress }),
  });
}

async function output(tool: string, args: Json, key?: string): Promise<JsonObject> {
  const answer = await run(tool, args, key);
  if (answer.status !== 'completed') throw new Error(answer.reason);
  return answer.output as JsonObject;
}

const provenance = {
  source: expect.stringContaining('vega-datasets'),
  asOf: expect.stringMatching(/^2010-01-\d\dT21:00:00.000Z$/),
  notice: expect.stringContaining('not live'),
};

describe('the catalog', () => {
  test('names tools that there are to look up what arguments can name', () => {
    const lookups = catalog.flatMap(({ name, lookup }) => (lookup ? [[name, lookup]] : []));
    expect(Object.fromEntries(lookups)).toEqual({
      cancel_paper_order: 'get_pending_orders',
      delete_alert: 'list_alerts',
      remove_from_watchlist: 'get_watchlist',
      replace_paper_order: 'get_pending_orders',
    });
    expect(catalog.map(({ name }) => name)).toEqual(
      expect.arrayContaining(lookups.map(([, lookup]) => lookup)),
    );
  });

  test('has the plans and the rates that were promised', () => {
    expect(
      Object.fromEntries(
        catalog.map(({ name, plan, rateLimit }) => [name, [plan, rateLimit.minute]]),
      ),
    ).toEqual({
      list_building_blocks: ['free', 120],
      propose_pipeline: ['free', 120],
      get_price: ['free', 60],
      get_ohlcv: ['free', 30],
      get_indicators: ['free', 30],
      get_fundamentals: ['free', 20],
      screen_stocks: ['free', 10],
      get_news: ['free', 10],
      search_news: ['free', 10],
      get_sentiment: ['pro', 20],
      analyze_sentiment: ['free', 60],
      calculate: ['free', 100],
      calculate_position_size: ['free', 100],
      calculate_risk_reward: ['free', 100],
      get_ml_signals: ['pro', 30],
      get_ml_features: ['premium', 20],
      run_backtest: ['pro', 300],
      compare_backtests: ['pro', 60],
      analyze_statistics: ['pro', 60],
      create_paper_order: ['pro', 10],
      get_portfolio: ['pro', 30],
      replace_paper_order: ['pro', 10],
      cancel_paper_order: ['pro', 20],
      get_pending_orders: ['pro', 30],
      get_trade_history: ['pro', 20],
      create_alert: ['pro', 20],
      list_alerts: ['pro', 20],
      delete_alert: ['pro', 20],
      get_watchlist: ['free', 30],
      add_to_watchlist: ['free', 30],
      remove_from_watchlist: ['free', 30],
      explain_concept: ['free', 60],
      web_search: ['free', 60],
      scrape_page: ['free', 20],
      http_get: ['free', 30],
      http_post: ['free', 20],
      read_file: ['free', 60],
      query_database: ['free', 30],
      run_code: ['free', 30],
      translate_text: ['free', 20],
      generate_image: ['pro', 5],
      matrix_send: ['free', 20],
      ssh_command: ['free', 10],
      emit_event: ['free', 60],
    });
  });

  test('marks what has a side effect', () => {
    const withEffect = catalog.filter(({ sideEffect }) => sideEffect).map(({ name }) => name);
    expect(withEffect.toSorted()).toEqual([
      'add_to_watchlist',
      'cancel_paper_order',
      'create_alert',
      'create_paper_order',
      'delete_alert',
      'emit_event',
      'http_post',
      'matrix_send',
      'remove_from_watchlist',
      'replace_paper_order',
      'ssh_command',
    ]);
  });
});

describe('market tools', () => {
  test('get_price takes the symbol in any case', async () => {
    expect(await output('get_price', { symbol: ' spx ' })).toEqual({
      symbol: 'SPX',
      price: 1132.98999,
      change24hPercent: expect.any(Number),
      volume: 3991400000,
      currency: 'USD',
      ...provenance,
    });
  });

  test.each(Object.keys(toolOutputs))(
    '%s answers with all that the editor completes of it',
    async (tool) => {
      const answer = await output(tool, { symbol: 'SPX' });
      const known = outputOf(tool)!;
      expect(checkValue(known, answer, []).problems).toEqual([]);
      for (const name of Object.keys(propertiesOf(known))) expect(answer).toHaveProperty(name);
    },
  );

  test('get_ohlcv gives 100 daily bars unless asked otherwise, and at most 500', async () => {
    const answer = await output('get_ohlcv', { symbol: 'SPX' });
    expect(answer).toEqual({
      symbol: 'SPX',
      timeframe: '1d',
      bars: expect.any(Array),
      ...provenance,
    });
    expect(answer['bars']).toHaveLength(100);
    expect((await output('get_ohlcv', { symbol: 'SPX', limit: 500 }))['bars']).toHaveLength(500);
    await expect(run('get_ohlcv', { symbol: 'SPX', limit: 501 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  test('an unknown symbol is refused with what there is', async () => {
    await expect(run('get_price', { symbol: 'AAPL' })).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      retryable: false,
      message: expect.stringMatching(/Symbol "AAPL" not found.*SPX/),
    });
  });
});

describe('text tools', () => {
  test('search_news says that its headlines are fictional when no source is there', async () => {
    const answer = await output('search_news', { query: 'SPX' });
    expect(answer).toMatchObject({
      query: 'SPX',
      source: expect.stringContaining('fictional'),
      asOf: expect.any(String),
      notice: expect.stringMatching(/^FICTIONAL/),
    });
    expect(answer['articles']).toHaveLength(5);
  });

  test.each([
    ['Profits soar, investors are delighted', 'positive'],
    ['A terrible crash, fear and huge losses', 'negative'],
    ['The meeting is on Tuesday', 'neutral'],
  ])('analyze_sentiment of "%s" is %s', async (text, label) => {
    const answer = await output('analyze_sentiment', { text });
    expect(answer).toEqual({
      score: expect.any(Number),
      confidence: expect.any(Number),
      label,
      method: expect.stringContaining('VADER'),
    });
  });
});

describe('calculate_position_size', () => {
  test('risks the given percentage of the equity between entry and stop', async () => {
    expect(
      await output('calculate_position_size', {
        equity: 100_000,
        riskPercent: 1,
        entryPrice: '1000',
        stopPrice: 980,
      }),
    ).toEqual({ quantity: 50, riskAmount: 1000, riskPerUnit: 20, notional: 50_000 });
  });

  test('never takes more than the equity, the maximum or the risk allows', async () => {
    // The bounds here are floating-point numbers.
    const rounding = 1 + 1e-12;
    const price = fc.integer({ min: 1, max: 1_000_000 }).map((cents) => cents / 100);
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            equity: fc.integer({ min: 1, max: 10_000_000 }),
            riskPercent: fc.integer({ min: 1, max: 100 }),
            entryPrice: price,
            stopPrice: price,
            maximumNotional: price,
          },
          { requiredKeys: ['equity', 'riskPercent', 'entryPrice', 'stopPrice'] },
        ),
        async (args) => {
          fc.pre(args.entryPrice !== args.stopPrice);
          const answer = (await output('calculate_position_size', args)) as Record<string, number>;
          expect(answer['notional']).toBeLessThanOrEqual(args.equity * 0.99 * rounding);
          expect(answer['notional']).toBeLessThanOrEqual(args.maximumNotional ?? Infinity);
          const allowed = (args.equity * args.riskPercent) / 100;
          expect(answer['riskAmount']).toBeLessThanOrEqual(allowed * rounding);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('wants a stop that is not the entry', async () => {
    const args = { equity: 1000, entryPrice: 5, stopPrice: 5 };
    await expect(run('calculate_position_size', args)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('stopPrice: must differ from entryPrice'),
    });
  });
});

describe('calculate_risk_reward', () => {
  test('gives ratio and break-even win rate', async () => {
    const long = { side: 'long', entryPrice: 100, stopPrice: 95, targetPrice: '115' };
    const expected = { risk: 5, reward: 15, ratio: 3, breakEvenWinRate: 0.25 };
    expect(await output('calculate_risk_reward', long)).toEqual(expected);
    const short = { side: 'short', entryPrice: 100, stopPrice: 105, targetPrice: 85 };
    expect(await output('calculate_risk_reward', short)).toEqual(expected);
  });

  test('names every price that is on the wrong side', async () => {
    const args = { side: 'short', entryPrice: 100, stopPrice: 95, targetPrice: 115 };
    await expect(run('calculate_risk_reward', args)).rejects.toMatchObject({
      message: expect.stringMatching(/stopPrice: must be above.*targetPrice: must be below/),
    });
  });
});

describe('create_paper_order', () => {
  const order = { symbol: 'SPX', side: 'buy', quantity: '10.5', referencePrice: 1132.99 };

  test('waits for the next bar, then gives order, fill and the bars of both', async () => {
    const decided = { ...order, referenceTime: '2009-12-31T21:00:00.000Z' };
    const told: ToolProgress[] = [];
    const hear = (progress: ToolProgress) => told.push(progress);
    expect(await run('create_paper_order', decided, 'run/order#tool', hear)).toEqual({
      status: 'waiting',
      retryAfterMs: 10_000,
      reason: expect.stringContaining('next bar'),
    });
    expect(told).toEqual([{ message: 'Order accepted to buy 10.5 SPX', fraction: null }]);
    expect(await output('get_portfolio', {})).toMatchObject({
      positions: [],
      openOrders: [{ symbol: 'SPX', quantity: 10.5, status: 'accepted' }],
    });
    advance(1);
    const answer = await output('create_paper_order', decided, 'run/order#tool');
    expect(answer).toEqual({
      order: {
        clientOrderId: expect.stringMatching(/^[0-9a-f]{64}$/),
        symbol: 'SPX',
        side: 'buy',
        type: 'market',
        quantity: 10.5,
        referencePrice: 1132.99,
        status: 'filled',
        acceptedAt: expect.any(String),
      },
      fill: {
        price: 1132.8865660068,
        quantity: 10.5,
        fee: expect.any(Number),
        bar: expect.objectContaining({ time: '2010-01-05T00:00:00.000Z', open: 1132.660034 }),
        at: expect.any(String),
      },
      decidedBar: expect.objectContaining({ time: '2009-12-31T00:00:00.000Z' }),
      acceptedBar: expect.objectContaining({ time: '2010-01-04T00:00:00.000Z' }),
      ...provenance,
    });
    expect(await output('create_paper_order', decided, 'run/order#tool')).toEqual(answer);
    const portfolio = await output('get_portfolio', {});
    expect(portfolio).toMatchObject({
      currency: 'USD',
      reserved: 0,
      positions: [
        {
          symbol: 'SPX',
          quantity: 10.5,
          averagePrice: 1132.8865660068,
          marketPrice: 1136.52002,
          unrealizedPnl: expect.closeTo((1136.52002 - 1132.8865660068) * 10.5, 6),
        },
      ],
      openOrders: [],
      notice: expect.stringContaining('paper money'),
    });
    expect(portfolio['equity']).toBeCloseTo((portfolio['cash'] as number) + 10.5 * 1136.52002, 6);
  });

  test('is refused with the reason when the exchange denies it', async () => {
    const far = { ...order, referencePrice: 900 };
    await expect(run('create_paper_order', far)).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      retryable: false,
      message: expect.stringMatching(/was denied: price collar: .*decide again/),
    });
  });

  test.each([{ quantity: 0 }, { quantity: '-1' }, { quantity: 'many' }, { side: 'hold' }])(
    'wants usable arguments: not %j',
    async (change) => {
      await expect(run('create_paper_order', { ...order, ...change })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining(Object.keys(change)[0]!),
      });
    },
  );
});
