import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { runBacktest } from '../../../../activities/trading/backtest/run-backtest.ts';
import { loadSp500 } from '../../../../activities/trading/market/sp500.ts';
import type { BacktestReport, SameBarExit } from '../../../../contracts/trading/backtest.ts';
import type { Strategy } from '../../../../contracts/trading/strategy.ts';
import { barsAt, request, requestOn } from './support.ts';

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

type Case = {
  name: string;
  market: 'crisis' | 'gaps';
  sameBarExit: SameBarExit;
  strategy: Strategy;
  /** Entry bar, exit bar, units, entry price, exit price, gain or loss. */
  trades: string[];
};

// Made by golden/strategies.py.
const strategies = JSON.parse(
  readFileSync(new URL('golden/strategies.json', import.meta.url), 'utf8'),
) as { warmup: number; gaps: string[]; cases: Case[] };

const numbersOf = (line: string) => line.split(' ').map(Number);

const sp500 = await loadSp500();
const markets = {
  crisis: sp500.filter(({ time }) => time >= '2008-06-01' && time < '2009-07-01'),
  gaps: barsAt(
    strategies.gaps.map((line) => numbersOf(line)[3]!),
    (_bar, index) => {
      const [open, high, low] = numbersOf(strategies.gaps[index]!);
      return { open, high, low } as { open: number; high: number; low: number };
    },
  ),
};

describe('stops, targets, trailing stops and shorts', () => {
  test('are those of many strategies, on the bar of the entry and later', () => {
    expect(strategies.cases.length).toBeGreaterThan(60);
    const all = strategies.cases.flatMap(({ trades }) => trades.map(numbersOf));
    expect(all.filter(([entry, exit]) => entry === exit).length).toBeGreaterThan(100);
    expect(all.filter(([, , units]) => units! < 0).length).toBeGreaterThan(100);
    expect(strategies.cases.filter(({ strategy }) => strategy.trailing).length).toBeGreaterThan(20);
  });

  test.each(strategies.cases)('$name on $market: trades as backtesting.py does', (given) => {
    const bars = markets[given.market];
    const { trades } = runBacktest(
      requestOn(bars, {
        strategy: given.strategy,
        warmupBars: strategies.warmup,
        terms: {
          cash: 1_000_000,
          lot: 1,
          slippageBasisPoints: 0,
          takerFeeBasisPoints: 10,
          makerFeeBasisPoints: 10,
          allowShort: true,
          sameBarExit: given.sameBarExit,
        },
      }),
    );
    const at = new Map(bars.map(({ time }, index) => [time, index]));
    const found = trades.flatMap(
      ({ side, quantity, entryTime, entryPrice, exitTime, exitPrice, pnl }) =>
        exitTime === null
          ? []
          : [
              [
                at.get(entryTime),
                at.get(exitTime),
                side === 'long' ? quantity : -quantity,
                entryPrice,
                exitPrice,
                pnl,
              ],
            ],
    );
    expect(found).toEqual(
      given.trades
        .map(numbersOf)
        .map(([entry, exit, units, entryPrice, exitPrice, pnl]) => [
          entry,
          exit,
          units,
          expect.closeTo(entryPrice!, 6),
          expect.closeTo(exitPrice!, 6),
          expect.closeTo(pnl!, 3),
        ]),
    );
  });
});
