import { expect, test } from 'vitest';
import type { BacktestTrade } from '../../../../contracts/trading/backtest.ts';
import { figureText, whyUndefined } from '../../../../web/src/trading/backtest/figure-text.ts';
import { metricRows } from '../../../../web/src/trading/backtest/metric-rows.ts';
import { backtestOf, comparisonOf } from '../../../../web/src/trading/backtest/report.ts';
import {
  exitRuleText,
  sizingText,
  strategyLines,
} from '../../../../web/src/trading/backtest/strategy-text.ts';
import { tradeMarks } from '../../../../web/src/trading/backtest/trade-marks.ts';

test('figures are told as what they are, and what is undefined is never a number', () => {
  expect(figureText('maxDrawdown', -0.2038)).toBe('−20.38 %');
  expect(figureText('sharpe', 0.5363)).toBe('0.54');
  expect(figureText('trades', 5)).toBe('5');
  expect(figureText('expectancy', -12.5)).toBe('−$12.50');
  expect(figureText('profitFactor', null)).toBe('–');
  expect(figureText('winRate', undefined)).toBe('–');
});

test('a figure that is not defined says why', () => {
  expect(whyUndefined('winRate', { trades: 0, winRate: null })).toBe(
    'not defined: no closed trades',
  );
  expect(whyUndefined('profitFactor', { trades: 3, profitFactor: null })).toMatch(
    /division by zero/,
  );
  expect(whyUndefined('sharpe', { trades: 0, sharpe: 0 })).toBeUndefined();
});

const compared = {
  metrics: { sharpe: 0.5, totalReturn: 0.9, profitFactor: null },
  buyAndHold: { sharpe: 0.17, totalReturn: 0.18, profitFactor: null },
  conventions: { sharpe: 'mean(r) / std(r, ddof 1) · √P' },
  bootstrap: {
    runs: 500,
    seed: 'baton',
    blockBars: 56,
    sharpe: { low: 0.1578, high: 0.964 },
    cagr: null,
    maxDrawdown: null,
    notice: '',
  },
};

test('each figure stands beside that of buying and holding, with its interval and convention', () => {
  const [sharpe, totalReturn] = metricRows(compared);
  expect(sharpe).toMatchObject({
    title: 'Sharpe',
    strategy: '0.50',
    hold: '0.17',
    interval: '0.16 to 0.96',
    convention: 'mean(r) / std(r, ddof 1) · √P',
  });
  expect(totalReturn).toMatchObject({ strategy: '90.00 %', convention: '' });
  expect(totalReturn).not.toHaveProperty('interval');
});

test('without a bootstrap there are no intervals', () => {
  const rows = metricRows({ ...compared, bootstrap: null });
  expect(rows.filter(({ interval }) => interval !== undefined)).toEqual([]);
});

const trade = (entry: number, exit: number | null, side: 'long' | 'short' = 'long') =>
  ({
    side,
    quantity: 2,
    entryTime: `2013-01-0${entry}T00:00:00.000Z`,
    entryPrice: 100,
    exitTime: exit === null ? null : `2013-01-0${exit}T00:00:00.000Z`,
    exitPrice: exit === null ? null : 110,
  }) as BacktestTrade;

test('a trade is marked where it began and ended, on the bars that there are', () => {
  const marks = tradeMarks([trade(1, 3), trade(4, null, 'short')], '2013-01-02T00:00:00.000Z');
  expect(marks.map(({ side, time, text }) => ({ side, day: time.slice(8, 10), text }))).toEqual([
    { side: 'sell', day: '03', text: 'Sold 2 at 110.00' },
    { side: 'sell', day: '04', text: 'Sold 2 at 100.00' },
  ]);
});

test('an answer that is no backtest is shown as it is', () => {
  expect(backtestOf({ metrics: {}, curve: [] })).toBeUndefined();
  expect(backtestOf('text')).toBeUndefined();
  expect(comparisonOf({ table: [], tries: 2 })).toBeUndefined();
  const report = {
    metrics: {},
    conventions: {},
    buyAndHold: {},
    strategy: {},
    curve: [],
    trades: [],
    warnings: [],
    parts: [],
  };
  expect(backtestOf(report)).toBe(report);
  const comparison = { tries: 2, table: [{ name: 'a', whole: {} }], multipleTesting: {} };
  expect(comparisonOf(comparison)).toBe(comparison);
});

test('a report says by which rule its stops and targets close, those of earlier versions too', () => {
  const sizing = { kind: 'fraction' as const, fraction: 1 };
  const stopped = { entry: 'close > 1', sizing, stop: { percent: 5 } };
  const rule = (terms: Record<string, string>) => exitRuleText({ strategy: stopped, terms });
  expect(rule({ exitsFrom: 'entry', sameBarExit: 'stop' })).toMatch(
    /^active from the entry bar; .* the stop fills$/,
  );
  expect(rule({ exitsFrom: 'entry', sameBarExit: 'target' })).toMatch(/, the target fills$/);
  expect(rule({})).toMatch(/^active from the bar after the entry/);
  const held = { entry: 'close > 1', sizing };
  expect(exitRuleText({ strategy: held, terms: {} })).toBeUndefined();
});

test('a strategy is told line by line, with its units', () => {
  const strategy = {
    entry: 'sma20 > sma50',
    exit: 'sma20 < sma50',
    sizing: { kind: 'fraction' as const, fraction: 0.255 },
    stop: { percent: 8 },
    trailing: { atr: 2.5, period: 14 },
    target: { risk: 3 },
  };
  expect(strategyLines(strategy).map(({ name, text }) => [name, text])).toEqual([
    ['entry', 'sma20 > sma50'],
    ['exit', 'sma20 < sma50'],
    ['sizing', '25.5 % of equity'],
    ['stop', '8 % of the price'],
    ['trailing', '2.5 × the 14-bar average true range (ATR)'],
    ['target', '3 × the stop distance'],
  ]);
  expect(sizingText({ kind: 'notional', amount: 5_000 })).toBe('$5,000.00');
  expect(sizingText({ kind: 'risk', fraction: 0.01 })).toBe('1 % of equity at risk at the stop');
});
