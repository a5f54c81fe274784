import type { PerformanceView } from '../../../../../contracts/trading/api/performance.ts';

/** A year: its twelve months, with null where the account was not there, and the whole of it. */
export type MonthRow = { year: string; months: (number | null)[]; total: number | null };

/** The returns of months in rows of years, the newest first. */
export function monthRows({
  months,
  years,
}: Pick<PerformanceView, 'months' | 'years'>): MonthRow[] {
  const returnOf = new Map(months.map(({ month, return: change }) => [month, change]));
  return years
    .map(({ year, return: total }) => ({
      year,
      months: Array.from(
        { length: 12 },
        (_, at) => returnOf.get(`${year}-${String(at + 1).padStart(2, '0')}`) ?? null,
      ),
      total,
    }))
    .toReversed();
}
