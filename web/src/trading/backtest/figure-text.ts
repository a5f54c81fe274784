import type { Figures } from '../../../../contracts/trading/backtest.ts';
import { cents, decimal, percent, ratio } from '../../components/values/figures.ts';
import { texts } from './texts.ts';

/** The names of figures that are shown in percent. */
const shares = new Set([
  'totalReturn',
  'cagr',
  'cagrQuantstats',
  'volatility',
  'maxDrawdown',
  'exposure',
  'winRate',
  'averageTrade',
  'bestTrade',
  'worstTrade',
]);
const money = new Set(['expectancy', 'fees']);

/** A figure of a backtest as one reads it; one that is not defined is a dash. */
export function figureText(name: string, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (shares.has(name)) return percent(value);
  if (money.has(name)) return cents(value).replace('-', '−');
  return Number.isInteger(value) ? decimal(value).replace('-', '−') : ratio(value);
}

/** Figures of closed trades: none of them is defined where there are none. */
const ofTrades = new Set([
  'winRate',
  'profitFactor',
  'averageTrade',
  'bestTrade',
  'worstTrade',
  'expectancy',
  'averageBars',
]);

/** Why a figure is not defined, in words; undefined where it is. */
export function whyUndefined(name: string, figures: Figures): string | undefined {
  if ((figures[name] ?? null) !== null) return undefined;
  const hasNone = ofTrades.has(name) && figures['trades'] === 0;
  return hasNone ? texts.figures.noTrades : texts.figures.undefined;
}

const titles: Record<string, string> = {
  totalReturn: texts.figures.totalReturn,
  cagr: texts.figures.cagr,
  cagrQuantstats: texts.figures.cagrQuantstats,
  sharpe: texts.figures.sharpe,
  sharpeBacktestingPy: texts.figures.sharpeBacktestingPy,
  sortino: texts.figures.sortino,
  sortinoBacktestingPy: texts.figures.sortinoBacktestingPy,
  maxDrawdown: texts.figures.maxDrawdown,
  excessKurtosis: texts.figures.excessKurtosis,
  winRate: texts.figures.winRate,
  profitFactor: texts.figures.profitFactor,
  averageTrade: texts.figures.averageTrade,
  bestTrade: texts.figures.bestTrade,
  worstTrade: texts.figures.worstTrade,
  averageBars: texts.figures.averageBars,
};

/** The title of a figure. */
export function figureTitle(name: string): string {
  return titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}
