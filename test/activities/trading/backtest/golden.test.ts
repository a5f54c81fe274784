import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { runBacktest } from '../../../../activities/trading/backtest/run-backtest.ts';
import type { BacktestReport } from '../../../../contracts/trading/backtest.ts';
import { request } from './support.ts';

type Golden = {
  first: string;
  backtestingPy: Record<string, number>;
  quantstats: Record<string, number>;
  equity: Record<string, number>;
  trades: {
    entry: string;
    exit: string;
    quantity: number;
    entryPrice: number;
    exitPrice: number;
    pnl: number;
  }[];
};

// Made by golden/sma-cross.py.
const golden = JSON.parse(
  readFileSync(new URL('golden/sma-cross.json', import.meta.url), 'utf8'),
) as Golden;
let report: BacktestReport;

beforeAll(async () => {
  const asked = await request({
    strategy: {
      entry: 'sma20 > sma50 && prev.sma20 <= prev.sma50',
      exit: 'sma20 < sma50 && prev.sma20 >= prev.sma50',
      sizing: { kind: 'fraction', fraction: 0.9999 },
    },
    terms: { cash: 1_000_000, lot: 1, slippageBasisPoints: 0, takerFeeBasisPoints: 10 },
    maximumTrades: 1_000,
    maximumPoints: 10_000,
  });
  report = runBacktest(asked);
});

const near = (expected: number) => expect.closeTo(expected, 7);

describe('an SMA cross on the S&P 500 bars', () => {
  test('trades as backtesting.py does, trade by trade', () => {
    expect(report.from.slice(0, 10)).toBe(golden.first);
    expect(
      report.trades.map(({ entryTime, exitTime, quantity, entryPrice, exitPrice, pnl }) => ({
        entry: entryTime.slice(0, 10),
        exit: exitTime?.slice(0, 10),
        quantity,
        entryPrice,
        exitPrice,
        pnl,
      })),
    ).toEqual(
      golden.trades.map((trade) => ({
        ...trade,
        entryPrice: near(trade.entryPrice),
        exitPrice: near(trade.exitPrice),
        pnl: expect.closeTo(trade.pnl, 5),
      })),
    );
  });

  test('is worth what backtesting.py says, bar by bar', () => {
    const worth = new Map(report.curve.map(({ time, equity }) => [time.slice(0, 10), equity]));
    expect(worth.size).toBeGreaterThan(5_000);
    for (const [day, equity] of Object.entries(golden.equity)) {
      expect(worth.get(day)! / equity).toBeCloseTo(1, 9);
    }
  });

  test('has the figures of backtesting.py', () => {
    const { backtestingPy: known } = golden;
    expect(report.metrics).toMatchObject({
      totalReturn: near(known['return']!),
      cagr: near(known['cagr']!),
      sharpeBacktestingPy: near(known['sharpe']!),
      sortinoBacktestingPy: near(known['sortino']!),
      maxDrawdown: near(known['maxDrawdown']!),
      trades: known['trades'],
      winRate: near(known['winRate']!),
      profitFactor: near(known['profitFactorInMoney']!),
      averageTrade: near(known['averageTrade']!),
      fees: expect.closeTo(known['commissions']!, 4),
    });
    // It counts the bar of the exit, at whose close nothing is held, as in the market.
    const exits = known['trades']! / (report.bars + 1);
    const ours = (report.metrics['exposure']! * report.bars) / (report.bars + 1);
    expect(ours + exits).toBeCloseTo(known['exposureWithExitBars']!, 7);
  });

  test('has the figures of quantstats', () => {
    const { quantstats: known } = golden;
    expect(report.metrics).toMatchObject({
      sharpe: near(known['sharpe']!),
      sortino: near(known['sortino']!),
      cagrQuantstats: near(known['cagr']!),
      volatility: near(known['volatility']!),
      maxDrawdown: near(known['maxDrawdown']!),
    });
  });
});
