import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBacktests } from '../../../../../activities/trading/backtest/threads/pool.ts';
import { runBacktest } from '../../../../../activities/trading/tools/calculate/run-backtest.ts';
import type { Market } from '../../../../../activities/trading/market/market.ts';
import type { BacktestReport } from '../../../../../contracts/trading/backtest.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { replayedMarket } from '../../exchange/replayed-market.ts';
import { toolOf } from '../../../tools/outside.ts';

const backtests = createBacktests({ threads: 1 });
afterAll(() => backtests.close());

let market: Market;
beforeAll(async () => {
  ({ market } = await replayedMarket('2013-01-02'));
});

async function run(args: Json): Promise<BacktestReport> {
  const tool = await toolOf(runBacktest, { services: { market, backtests } });
  return (await tool.run(args)) as unknown as BacktestReport;
}

describe('run_backtest', () => {
  test('trades its example, and shows the part that it held back', async () => {
    const report = await run(runBacktest.example!);
    expect(report).toMatchObject({
      symbol: 'SPX',
      timeframe: '1d',
      source: expect.stringContaining('vega-datasets'),
      notice: expect.stringContaining('not live'),
      to: '2013-01-02T00:00:00.000Z',
      warmupBars: 200,
      terms: { takerFeeBasisPoints: 10, slippageBasisPoints: 2, periodsPerYear: 252 },
    });
    expect(report.parts.map(({ name }) => name)).toEqual(['in-sample', 'out-of-sample']);
    expect(report.bars).toBe(report.parts.reduce((sum, { bars }) => sum + bars, 0));
    expect(report.metrics['trades']).toBe(
      report.trades.filter(({ exitTime }) => exitTime !== null).length,
    );
    expect(report.curve).toHaveLength(100);
    expect(report.bootstrap!.sharpe!.low).toBeLessThan(report.metrics['sharpe']!);
    expect(report.bootstrap!.sharpe!.high).toBeGreaterThan(report.metrics['sharpe']!);
  });

  test('gives the same for the same seed, and another chance for another', async () => {
    const args = { symbol: 'SPX', entry: 'rsi14 < 35', exit: 'rsi14 > 55', bars: 1_500 };
    const [one, same, other] = await Promise.all([
      run(args),
      run(args),
      run({ ...args, seed: 'another' }),
    ]);
    expect(same).toEqual(one);
    expect(other.metrics).toEqual(one.metrics);
    expect(other.bootstrap!.sharpe).not.toEqual(one.bootstrap!.sharpe);
    expect(other.randomEntries!.interval90).not.toEqual(one.randomEntries!.interval90);
  });

  test.each([
    [{ from: '2015-01-01' }, /no 1d bars from 2015-01-01 on: .* from 2000-01-03 to 2013-01-02/],
    [
      { from: '1980-01-01', to: '1985-12-31' },
      /no 1d bars from 1980-01-01 to 1985-12-31: .*not live/,
    ],
    [{ to: '1999-12-31' }, /no 1d bars up to 1999-12-31: /],
    [{ to: '2001-12-31', bars: 100 }, /newest 100 1d bars of SPX begin on 2012-.*set from/],
  ])('says of %j that there are no bars then, and when there are', async (days, message) => {
    const args = { symbol: 'SPX', entry: 'close > sma50', exit: 'close < sma50', ...days };
    await expect(run(args)).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      retryable: false,
      fault: 'request',
      message: expect.stringMatching(message),
    });
  });

  test('takes the days that are named', async () => {
    const report = await run({
      symbol: 'SPX',
      entry: 'close > sma20',
      exit: 'close < sma20',
      from: '2005-01-01',
      to: '2008-12-31',
    });
    expect(report.from > '2005-01-20').toBe(true);
    expect(report.to).toBe('2008-12-31T00:00:00.000Z');
  });

  test.each([
    [{}, 'VALIDATION_ERROR', /not valid.*entry.*shortEntry or both/s],
    [{ entry: 'close > 1', stop: { percent: -3 } }, 'VALIDATION_ERROR', /stop/],
    [{ entry: 'close > 1', outOfSample: 0.3, folds: 3 }, 'VALIDATION_ERROR', /folds/],
    [{ entry: 'sma900 > 1', bars: 100 }, 'EXECUTION_ERROR', /bar 900 on, but there are 100 bars/],
  ])('refuses %j', async (args, code, message) => {
    await expect(run({ symbol: 'SPX', ...args })).rejects.toMatchObject({
      code,
      retryable: false,
      message: expect.stringMatching(message),
    });
  });

  const rise = { entry: 'close > 1' };
  test.each([
    ['entry', { entry: 'clsoe > 1' }, /in `clsoe > 1`/],
    ['entry', { entry: 'close >' }, /cannot be read/],
    ['entry', { entry: 'close' }, /must give true or false/],
    ['entry', { entry: 'prev > 1' }, /uses prev without a name/],
    ['entry', { entry: 'size(close) > 1' }, /uses size\(\)/],
    ['entry', { entry: 'profit > 1' }, /only exits can use/],
    ['exit', { ...rise, exit: 'close.x > 1' }, /uses \.x, but only prev has fields/],
    ['exit', { ...rise, exit: '1 / 0 > 1' }, /cannot be computed: division by zero/],
    ['shortEntry', { shortEntry: 'close > 1' }, /allowShort/],
    ['shortExit', { shortEntry: 'close > 1', shortExit: '"a" > 1', allowShort: true }, /overload/],
  ])('says that it is %s that is wrong in %j', async (field, args, message) => {
    const places = [{ path: `args.${field}`, message: expect.stringMatching(message) }];
    await expect(run({ symbol: 'SPX', ...args })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      places,
    });
  });
});
