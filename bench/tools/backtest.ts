import { runBacktest } from '../../activities/trading/backtest/run-backtest.ts';
import type { BacktestRequest } from '../../activities/trading/backtest/request.ts';
import { defaultBacktestTerms } from '../../activities/trading/backtest/terms.ts';
import { createBacktests } from '../../activities/trading/backtest/threads/pool.ts';
import { loadSp500 } from '../../activities/trading/market/sp500.ts';
import { strategySchema } from '../../contracts/trading/strategy.ts';
import type { Result } from '../measurement.ts';
import { compare, median } from '../support/statistics.ts';

const barCount = 5_000;
const rounds = 30;
const targetMs = 150;

const sweepSize = 100;
const blocks = 7;
/** Two threads take half the time of one where the work divides; a tenth more is for handing it out. */
const targetRatio = 0.6;

/** One backtest with its figures, baselines and intervals, and a sweep of many on one thread and on two. */
export async function backtest(): Promise<Result[]> {
  const bars = (await loadSp500()).slice(-barCount);
  return [one(requestOf(bars, 20, 50)), await sweep(bars)];
}

function one(request: BacktestRequest): Result {
  const milliseconds = Array.from({ length: rounds }, () => {
    const begin = performance.now();
    runBacktest(request);
    return performance.now() - begin;
  });
  const [first = 0, ...later] = milliseconds;
  return {
    name: `one backtest of ${barCount} bars`,
    figure: median(later),
    unit: 'ms',
    target: targetMs,
    spread: later,
    details: [
      `${first.toFixed(0)} ms the first time, before the code is compiled`,
      'with buy-and-hold, 500 random entries and 500 resamples',
    ],
    samples: { milliseconds },
  };
}

async function sweep(bars: BacktestRequest['series']['bars']): Promise<Result> {
  const requests = Array.from({ length: sweepSize }, (_, index) =>
    requestOf(bars, 5 + (index % 10) * 3, 50 + Math.floor(index / 10) * 15),
  );
  const pools = [1, 2].map((threads) => createBacktests({ threads }));
  const timed = (pool: (typeof pools)[number]) => async () => {
    const begin = performance.now();
    await Promise.all(requests.map((request) => pool.run(request)));
    return performance.now() - begin;
  };
  try {
    const [single, double] = pools.map(timed) as [() => Promise<number>, () => Promise<number>];
    // The threads start, and compile their code, before the first measured sweep.
    await single();
    await double();
    const { ratio, ratios, first, second } = await compare({
      blocks,
      first: double,
      second: single,
    });
    return {
      name: `a sweep of ${sweepSize} backtests, on 2 threads against 1`,
      figure: ratio,
      unit: '×',
      target: targetRatio,
      spread: ratios,
      details: [`${median(second).toFixed(0)} ms on 1 thread, ${median(first).toFixed(0)} ms on 2`],
      samples: { doubleMs: first, singleMs: second },
    };
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
  }
}

function requestOf(
  bars: BacktestRequest['series']['bars'],
  fast: number,
  slow: number,
): BacktestRequest {
  return {
    series: { symbol: 'SPX', timeframe: '1d', bars, source: 'bench', asOf: bars.at(-1)!.time },
    strategy: strategySchema.parse({
      entry: `sma${fast} > sma${slow} && prev.sma${fast} <= prev.sma${slow}`,
      exit: `sma${fast} < sma${slow} && prev.sma${fast} >= prev.sma${slow}`,
    }),
    terms: defaultBacktestTerms,
    warmupBars: 200,
    division: { outOfSample: 0.3 },
    seed: 'bench',
    randomRuns: 500,
    bootstrapRuns: 500,
    maximumTrades: 50,
    maximumPoints: 100,
  };
}
