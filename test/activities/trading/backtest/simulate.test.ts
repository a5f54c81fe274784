import { describe, expect, test } from 'vitest';
import { runBacktest } from '../../../../activities/trading/backtest/run-backtest.ts';
import { BacktestProblem } from '../../../../activities/trading/backtest/problem.ts';
import { barsAt, requestOn } from './support.ts';

/** Ten bars at 100, then these closes. */
const after = (...closes: number[]) => barsAt([...Array<number>(10).fill(100), ...closes]);

type Asked = Parameters<typeof requestOn>[1];
const free = { slippageBasisPoints: 0, takerFeeBasisPoints: 0, makerFeeBasisPoints: 0 };

function trades(bars: ReturnType<typeof barsAt>, asked: Asked) {
  return runBacktest(
    requestOn(bars, { warmupBars: 3, ...asked, terms: { ...free, ...asked.terms } }),
  ).trades;
}

const rise = { entry: 'close > prev.close' };

describe('a position', () => {
  test('is opened at the open after the decision, for the whole equity with its fee', () => {
    const bars = barsAt([...Array<number>(10).fill(100), 101, 103], (_bar, index) =>
      index === 11 ? { open: 102, low: 102, high: 103 } : {},
    );
    const terms = { takerFeeBasisPoints: 10, cash: 10_000 };
    const [trade] = trades(bars, { strategy: rise, terms });
    expect(trade).toMatchObject({ side: 'long', entryPrice: 102, exitTime: null, bars: 1 });
    // 10,000 / (102 × 1.001), in lots of 0.0001.
    expect(trade!.quantity).toBe(97.9412);
  });

  test('is closed by its stop at the stop, and at the open where that is beyond', () => {
    const strategy = { ...rise, stop: { percent: 5 } };
    const [within] = trades(after(110, 110, 100, 100), { strategy });
    expect(within).toMatchObject({ entryPrice: 110, exitPrice: 104.5, exitReason: 'stop' });
    const gap = barsAt([...Array<number>(10).fill(100), 110, 110, 90, 90], (_bar, index) =>
      index === 12 ? { open: 95, high: 95, low: 90 } : {},
    );
    const [beyond] = trades(gap, { strategy });
    expect(beyond).toMatchObject({ exitPrice: 95, exitReason: 'stop' });
  });

  test('is closed by its target, and by its stop where a bar reaches both', () => {
    const strategy = { ...rise, stop: { percent: 5 }, target: { risk: 2 } };
    const [won] = trades(after(110, 110, 125, 125), { strategy });
    expect(won).toMatchObject({ exitPrice: 121, exitReason: 'target' });
    const both = barsAt([...Array<number>(10).fill(100), 110, 110, 110], (_bar, index) =>
      index === 12 ? { high: 130, low: 90 } : {},
    );
    const [lost] = trades(both, { strategy });
    expect(lost).toMatchObject({ exitPrice: 104.5, exitReason: 'stop' });
  });

  describe('on the bar of its entry', () => {
    const entryBar = 11;
    const reaching = (change: object, closes = [110, 110, 110, 110]) =>
      barsAt([...Array<number>(10).fill(100), ...closes], (_bar, index) =>
        index === entryBar ? change : {},
      );
    const both = { ...rise, stop: { percent: 5 }, target: { percent: 10 } };

    test('is closed by its stop', () => {
      const [trade] = trades(reaching({ low: 100 }), { strategy: both });
      expect(trade).toMatchObject({
        entryPrice: 110,
        exitPrice: 104.5,
        exitReason: 'stop',
        bars: 0,
      });
      expect(trade!.exitTime).toBe(trade!.entryTime);
    });

    test('is closed by its target', () => {
      const [trade] = trades(reaching({ high: 125 }), { strategy: both });
      expect(trade).toMatchObject({ exitPrice: 121, exitReason: 'target', bars: 0 });
      expect(trade!.exitTime).toBe(trade!.entryTime);
    });

    test('is closed by its trailing stop, where that began', () => {
      const strategy = { ...rise, trailing: { percent: 10 } };
      const [trade] = trades(reaching({ low: 98 }), { strategy });
      expect(trade).toMatchObject({ exitPrice: 99, exitReason: 'trailing', bars: 0 });
    });

    test('is closed as a short position too', () => {
      const strategy = { shortEntry: 'close > prev.close', stop: { percent: 5 } };
      const [trade] = trades(reaching({ high: 120 }), { strategy, terms: { allowShort: true } });
      expect(trade).toMatchObject({ side: 'short', exitPrice: 115.5, exitReason: 'stop', bars: 0 });
    });

    test('is closed by the stop where the bar reaches the target too, or the other way round', () => {
      const bars = reaching({ low: 90, high: 130 });
      const [lost] = trades(bars, { strategy: both });
      expect(lost).toMatchObject({ exitPrice: 104.5, exitReason: 'stop' });
      const [won] = trades(bars, { strategy: both, terms: { sameBarExit: 'target' } });
      expect(won).toMatchObject({ exitPrice: 121, exitReason: 'target' });
    });

    test('is closed only by what the entry has left of the volume, and the rest on the next bar', () => {
      const bars = reaching({ low: 100, volume: 1_200 }, [110, 110, 108, 110]);
      const strategy = { ...both, sizing: { kind: 'notional', amount: 11_000 } as const };
      const [trade] = trades(bars, { strategy });
      // 120 can be traded on the bar: 100 are bought, 20 of them sold at the stop, and 80 at the next open.
      expect(trade).toMatchObject({ quantity: 100, exitReason: 'stop', bars: 1 });
      expect(trade!.exitPrice).toBeCloseTo((20 * 104.5 + 80 * 110) / 100, 8);
    });

    test('leaves nothing of it in the equity but its loss', () => {
      const { curve, metrics } = runBacktest(
        requestOn(reaching({ low: 100 }), { strategy: both, warmupBars: 3, terms: free }),
      );
      expect(curve.at(-1)!.equity).toBeCloseTo(95_000, 1);
      expect(metrics['exposure']).toBe(0);
    });
  });

  test('is closed by its target first where that is asked for, unless the bar opens beyond the stop', () => {
    const strategy = { ...rise, stop: { percent: 5 }, target: { risk: 2 } };
    const terms = { sameBarExit: 'target' } as const;
    const opening = (open: number) =>
      barsAt([...Array<number>(10).fill(100), 110, 110, 110], (_bar, index) =>
        index === 12 ? { open, high: 130, low: 90 } : {},
      );
    const [won] = trades(opening(110), { strategy, terms });
    expect(won).toMatchObject({ exitPrice: 121, exitReason: 'target' });
    const [lost] = trades(opening(100), { strategy, terms });
    expect(lost).toMatchObject({ exitPrice: 100, exitReason: 'stop' });
  });

  test('is followed by its trailing stop', () => {
    const strategy = { ...rise, trailing: { percent: 10 } };
    const [trade] = trades(after(110, 110, 120, 130, 100), { strategy });
    // The distance is 10 % of the entry: 11 below the best close.
    expect(trade).toMatchObject({ entryPrice: 110, exitPrice: 119, exitReason: 'trailing' });
  });

  test('of a risk loses that share of the equity at its stop', () => {
    const sizing = { kind: 'risk', fraction: 0.01 } as const;
    const strategy = { ...rise, sizing, stop: { percent: 5 } };
    const [trade] = trades(after(110, 110, 100, 100), { strategy });
    expect(trade!.pnl).toBeCloseTo(-1_000, 2);
  });

  test('is turned around in one open', () => {
    const strategy = { ...rise, shortEntry: 'close < prev.close' };
    const done = trades(after(110, 110, 100, 100, 105), { strategy, terms: { allowShort: true } });
    expect(done).toMatchObject([
      { side: 'long', exitReason: 'reversal', exitPrice: 100 },
      { side: 'short', entryPrice: 100, exitTime: null },
    ]);
  });

  test('is not turned around on a bar that cannot close it, which is told', () => {
    const bars = barsAt([...Array<number>(10).fill(100), 110, 110, 100, 100], (_bar, index) =>
      index === 13 ? { volume: 50 } : {},
    );
    const strategy = { ...rise, shortEntry: 'close < prev.close' };
    const asked = { strategy, warmupBars: 3, terms: { allowShort: true } };
    const { trades: done, warnings } = runBacktest(requestOn(bars, asked));
    expect(done).toMatchObject([{ side: 'long', exitTime: null }]);
    expect(warnings).toContainEqual(expect.stringMatching(/^1 entries were not filled/));
  });

  test('is no larger than its share of the volume, and closed over several bars', () => {
    const bars = barsAt([...Array<number>(10).fill(100), 110, 110, 100, 90, 90, 90], () => ({
      volume: 50,
    }));
    const strategy = { ...rise, exit: 'close < prev.close' };
    const [trade] = trades(bars, { strategy });
    expect(trade).toMatchObject({ quantity: 5, exitReason: 'signal' });
    const { warnings } = runBacktest(requestOn(bars, { strategy, warmupBars: 3 }));
    expect(warnings).toContainEqual(
      expect.stringMatching(/^1 of 1 entries were partly filled: .*share of its bar's volume/),
    );
  });
});

describe('what cannot be run', () => {
  test.each([
    [{ entry: 'smaa20 > 1' }, /entry: in `smaa20 > 1`.*did you mean sma/],
    [{ entry: 'close' }, /must give true or false/],
    [{ entry: 'close >' }, /cannot be read/],
    [{ entry: 'profit > 0' }, /only exits can use/],
    [{ entry: '[1].exists(x, x > 0)' }, /uses exists\(\)/],
    [{ entry: 'bollinger20 > 1' }, /bollinger20_upper, bollinger20_middle/],
    [{ entry: 'sma500 > 1' }, /only from bar 500 on, but there are 12 bars/],
    [{ shortEntry: 'close > 1' }, /allowShort/],
  ])('%j says why', (strategy, message) => {
    const run = () => runBacktest(requestOn(after(100, 100), { strategy }));
    expect(run).toThrow(BacktestProblem);
    expect(run).toThrow(message);
  });

  test('a strategy whose parts do not fit together', () => {
    const parse = (strategy: Asked['strategy']) => () => requestOn(after(1), { strategy });
    expect(parse({})).toThrow(/give entry, shortEntry or both/);
    expect(parse({ ...rise, sizing: { kind: 'risk' } as never })).toThrow(/give stop or trailing/);
    expect(parse({ ...rise, target: { risk: 2 } })).toThrow(/stop distance/);
    expect(parse({ ...rise, shortExit: 'close > 1' })).toThrow(/has no effect/);
  });
});

describe('the report', () => {
  test('has null where a figure is undefined, and never an infinity', () => {
    const strategy = { entry: 'close > 1000' };
    const report = runBacktest(requestOn(after(100, 101), { strategy, warmupBars: 3 }));
    expect(report.metrics).toMatchObject({
      totalReturn: 0,
      sharpe: null,
      sortino: null,
      sharpeBacktestingPy: null,
      calmar: null,
      winRate: null,
      profitFactor: null,
      bestTrade: null,
      exposure: 0,
      trades: 0,
    });
    expect(report.randomEntries).toBeNull();
    expect(report.bootstrap).toBeNull();
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    expect(Object.keys(report.conventions).toSorted()).toEqual(
      Object.keys(report.metrics).toSorted(),
    );
  });

  test('says by which rule stops and targets close', () => {
    const asked = { strategy: rise, warmupBars: 3 };
    const termsOf = (terms: Asked['terms']) =>
      runBacktest(requestOn(after(110, 110), { ...asked, ...(terms && { terms }) })).terms;
    expect(termsOf(undefined)).toMatchObject({ exitsFrom: 'entry', sameBarExit: 'stop' });
    expect(termsOf({ sameBarExit: 'target' })).toMatchObject({ sameBarExit: 'target' });
  });

  test('says nothing of entries in part where their bars had the volume', () => {
    const { warnings } = runBacktest(
      requestOn(after(110, 110, 120), { strategy: rise, warmupBars: 3 }),
    );
    expect(warnings.filter((text) => text.includes('in part'))).toEqual([]);
  });

  test('says by which convention the resamples grow, which have no calendar', () => {
    const closes = Array.from({ length: 60 }, (_, index) => 110 + (index % 7));
    const { bootstrap, conventions } = runBacktest(
      requestOn(after(...closes), { strategy: rise, warmupBars: 3, bootstrapRuns: 20 }),
    );
    expect(bootstrap!.cagr).not.toBeNull();
    expect(bootstrap!.conventions).toEqual({ cagr: conventions['cagrQuantstats'] });
    expect(conventions['cagr']).not.toBe(conventions['cagrQuantstats']);
  });

  test('says that winners without a loser have no profit factor', () => {
    const strategy = { ...rise, target: { percent: 5 } };
    const { metrics } = runBacktest(
      requestOn(after(110, 110, 130, 130), { strategy, warmupBars: 3 }),
    );
    expect(metrics).toMatchObject({ trades: 1, winRate: 1, profitFactor: null });
  });
});
