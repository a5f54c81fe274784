import type { PerformanceView } from '../../../contracts/trading/api/performance.ts';
import { conventions as ofBacktests } from '../backtest/metrics/conventions.ts';
import { curveMetrics } from '../backtest/metrics/curve-metrics.ts';
import { shown } from '../statistics/numbers.ts';

/** Minimum number of daily returns for volatility and ratios: about a month. */
const fewestReturns = 20;
const dayMs = 86_400_000;
const yearDays = 365;

/**
 * The formula of each figure. r: daily returns; E: equity at daily closes; P: periods per year. Shown in the app and
 * the API.
 */
export const conventions = {
  totalReturn:
    'E_T / E_0 − 1, after fees and borrow fees; E_0 is the deposit, E_T is at current prices',
  annualReturn: `${ofBacktests.cagr}; only after a full year (GIPS does not annualize shorter periods)`,
  volatility: `${ofBacktests.volatility}; needs at least ${fewestReturns} returns`,
  sharpe: `${ofBacktests.sharpe}; needs at least ${fewestReturns} returns`,
  sortino: `${ofBacktests.sortino}; needs at least ${fewestReturns} returns`,
  maxDrawdown: 'min(E / cummax E) − 1 at daily closes, with the deposit as the first peak',
  exposure:
    'gross: value of longs and shorts / E; net: value of longs minus shorts / E; mean of days',
  turnover: '(bought + sold) / 2 / mean E, in the whole period',
  trades:
    'a trade is the quantity that one order opened; it is closed when all of that quantity is closed. Stops and targets close their entry; other orders first close what the same owner opened, then the oldest trade (FIFO)',
  winRate: 'closed trades with a gain after fees and borrow fees / closed trades',
  profitFactor: ofBacktests.profitFactor,
  attribution:
    'a trade, with its fees, belongs to whoever opened it; realized and unrealized profit are computed per lot, not from the average price. Shorts of a symbol that are open at the end of a day share its borrow fee in proportion to their quantity',
  benchmark: 'bought at the last close before the first day and held, without fees',
} satisfies Record<string, string>;

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** The period of a curve: first and last day as `YYYY-MM-DD`. */
export type Window = { from: string; to: string; periodsPerYear: number };

/**
 * Figures of an equity curve; null if there are too few returns.
 * @param values the first is the deposit.
 */
export function returnFigures(
  values: readonly number[],
  { from, to, periodsPerYear }: Window,
): Pick<
  PerformanceView['figures'],
  'totalReturn' | 'annualReturn' | 'volatility' | 'sharpe' | 'sortino' | 'maxDrawdown'
> {
  const days = daysBetween(from, to) + 1;
  const all = curveMetrics({ equity: Float64Array.from(values), days, periodsPerYear });
  const figure = (name: string) => shown(all[name] ?? null);
  const isEnough = values.length - 1 >= fewestReturns;
  return {
    totalReturn: figure('totalReturn'),
    annualReturn: days >= yearDays ? figure('cagr') : null,
    volatility: isEnough ? figure('volatility') : null,
    sharpe: isEnough ? figure('sharpe') : null,
    sortino: isEnough ? figure('sortino') : null,
    maxDrawdown: figure('maxDrawdown'),
  };
}

/**
 * The days from which on there are enough returns for ratios and for an annual return. Future days are estimated from
 * the calendar.
 * @param days of the curve.
 */
export function enoughFrom(
  days: readonly string[],
  periodsPerYear: number,
): { ratiosFrom: string; annualFrom: string } {
  const ratiosFrom =
    days[fewestReturns - 1] ??
    tradingDayAfter(days.at(-1)!, fewestReturns - days.length, periodsPerYear);
  return { ratiosFrom, annualFrom: dayAfter(days[0]!, yearDays - 1) };
}

const dayAfter = (day: string, count: number) =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

function tradingDayAfter(day: string, count: number, periodsPerYear: number): string {
  let found = day;
  for (let left = count; left > 0;) {
    found = dayAfter(found, 1);
    const isWeekend = [0, 6].includes(new Date(found).getUTCDay());
    if (periodsPerYear === yearDays || !isWeekend) left -= 1;
  }
  return found;
}
