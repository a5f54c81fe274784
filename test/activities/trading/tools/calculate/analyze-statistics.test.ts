import { beforeAll, describe, expect, test } from 'vitest';
import { analyzeStatistics } from '../../../../../activities/trading/tools/calculate/analyze-statistics.ts';
import { compareBacktests } from '../../../../../activities/trading/tools/calculate/compare-backtests.ts';
import type { BarSeries, Market } from '../../../../../activities/trading/market/market.ts';
import type { JsonObject } from '../../../../../contracts/base/json.ts';
import { barsAt } from '../../backtest/support.ts';
import { replayedMarket } from '../../exchange/replayed-market.ts';
import { toolOf } from '../../../tools/outside.ts';

let market: Market;
beforeAll(async () => {
  ({ market } = await replayedMarket('2013-01-02'));
});

describe('analyze_statistics', () => {
  test('describes how its example moved, with the conventions', async () => {
    const { run } = await toolOf(analyzeStatistics, { services: { market } });
    const answer = await run(analyzeStatistics.example!);
    expect(answer).toMatchObject({
      symbol: 'SPX',
      from: '2005-01-03T00:00:00.000Z',
      to: '2009-12-31T00:00:00.000Z',
      source: expect.stringContaining('vega-datasets'),
      stationarity: {
        logPrice: { reading: expect.stringContaining('not shown'), regression: 'trend' },
        returns: { reading: expect.stringContaining('stationary'), regression: 'constant' },
      },
      conventions: { volatility: expect.stringContaining('252') },
      correlations: [],
    });
    const { drawdowns, distribution, volatility } = answer as Record<string, JsonObject>;
    // From 1565.15 on 2007-10-09 to 676.53 on 2009-03-09.
    expect(drawdowns!['deepest']).toMatchObject([
      {
        depth: expect.closeTo(676.53 / 1565.15 - 1, 6),
        peak: '2007-10-09T00:00:00.000Z',
        trough: '2009-03-09T00:00:00.000Z',
        recovered: null,
      },
      {},
      {},
      {},
      {},
    ]);
    expect(distribution).toMatchObject({ jarqueBera: { pValue: 0 } });
    expect(volatility!['annual']).toBeGreaterThan(0.15);
  });

  test('is as of the newest bar that it looked at', async () => {
    const { run } = await toolOf(analyzeStatistics, { services: { market } });
    expect(await run({ symbol: 'SPX', to: '2009-12-31' })).toMatchObject({
      to: '2009-12-31T00:00:00.000Z',
      asOf: '2010-01-01T00:00:00.000Z',
    });
  });

  test('correlates with others, and has null where nothing moves', async () => {
    const closes = Array.from({ length: 80 }, (_, index) => 100 + Math.sin(index));
    const prices: Record<string, number[]> = {
      ONE: closes,
      TWICE: closes.map((close) => close * 2),
      STILL: closes.map(() => 5),
    };
    const fake = {
      bars: async ({ symbol }: { symbol: string }): Promise<BarSeries> => ({
        symbol,
        timeframe: '1d',
        bars: barsAt(prices[symbol]!),
        source: 'a test',
        asOf: '2020-01-01T00:00:00.000Z',
      }),
    } as unknown as Market;
    const { run } = await toolOf(analyzeStatistics, { services: { market: fake } });
    const answer = await run({ symbol: 'one', against: ['twice', 'still'] });
    expect(answer['correlations']).toMatchObject([
      { symbol: 'TWICE', pearson: expect.closeTo(1, 9), spearman: expect.closeTo(1, 9) },
      { symbol: 'STILL', pearson: null, interval95: null },
    ]);
    expect(await run({ symbol: 'STILL' })).toMatchObject({
      returns: { total: 0 },
      volatility: { annual: 0 },
      distribution: { skewness: null, excessKurtosis: null, jarqueBera: null },
      stationarity: { logPrice: null, returns: null },
      drawdowns: { largest: 0, deepest: [] },
    });
  });

  test('has null for a return of a year that no number holds', async () => {
    const closes = Array.from({ length: 40 }, (_, index) => 100 + index);
    const from = Date.UTC(2020, 0, 6);
    const bars = barsAt(closes).map((bar, index) => ({
      ...bar,
      time: new Date(from + index * 60_000).toISOString(),
    }));
    const fake = {
      bars: async (): Promise<BarSeries> => ({
        symbol: 'UP',
        timeframe: '1m',
        bars,
        source: 'a test',
        asOf: '2020-01-06T00:40:00.000Z',
      }),
    } as unknown as Market;
    const { run } = await toolOf(analyzeStatistics, { services: { market: fake } });
    expect(await run({ symbol: 'UP', timeframe: '1m' })).toMatchObject({
      returns: { total: 0.39, annual: null },
    });
  });

  test('refuses too few bars', async () => {
    const { run } = await toolOf(analyzeStatistics, { services: { market } });
    await expect(run({ symbol: 'SPX', bars: 20 })).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      message: expect.stringContaining('at least 30'),
    });
  });
});

describe('compare_backtests', () => {
  test('compares its example', async () => {
    const { run } = await toolOf(compareBacktests);
    expect(await run(compareBacktests.example!)).toMatchObject({
      tries: 1,
      table: [{ rank: 1, name: 'sma10 > sma100; out: sma10 < sma100' }],
      bestOutOfSample: { outOfSample: { sharpe: 0.2 } },
    });
  });

  test('has nothing to compare where all have failed', async () => {
    const { run } = await toolOf(compareBacktests);
    await expect(run({ backtests: [{ error: { type: 'x' } }] })).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      message: expect.stringContaining('None of the backtests succeeded'),
    });
  });
});
