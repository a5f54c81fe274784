import type { PerformanceView } from '../../../contracts/trading/api/performance.ts';
import { Decimal } from '../../base/decimal.ts';
import { shown } from '../statistics/numbers.ts';

/**
 * Returns of periods, which are the days that share the first `length` characters (7 for months, 4 for years): last
 * equity of the period over that of the period before, minus 1.
 */
function returnsBy(
  start: Decimal,
  points: readonly { day: string; equity: Decimal }[],
  length: number,
): { period: string; return: number | null }[] {
  const last = new Map(points.map(({ day, equity }) => [day.slice(0, length), equity]));
  let before = start;
  return [...last].map(([period, equity]) => {
    const change = before.gt(0) ? shown(equity.div(before).minus(1).toNumber()) : null;
    before = equity;
    return { period, return: change };
  });
}

/**
 * Monthly and yearly returns. The months of a year compound to its return.
 * @param start equity at the start (the deposit).
 */
export function calendarReturns(
  start: Decimal,
  points: readonly { day: string; equity: Decimal }[],
): Pick<PerformanceView, 'months' | 'years'> {
  return {
    months: returnsBy(start, points, 7).map(({ period: month, ...rest }) => ({ month, ...rest })),
    years: returnsBy(start, points, 4).map(({ period: year, ...rest }) => ({ year, ...rest })),
  };
}
