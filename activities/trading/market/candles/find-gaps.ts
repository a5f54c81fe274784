import type { InstrumentKind } from '../instrument.ts';
import type { Bar, Gap, Timeframe } from '../market.ts';
import { timeframeMs } from '../timeframe-length.ts';

const dayMs = timeframeMs['1d'];

/**
 * Finds gaps in a series. Crypto trades all the time. For stocks and indices, weekends are not gaps, a single missing
 * weekday counts as a holiday, and intraday bars are checked day by day.
 */
export function findGaps(
  bars: readonly Pick<Bar, 'time'>[],
  { timeframe, kind }: { timeframe: Timeframe; kind: InstrumentKind },
): Gap[] {
  return bars.slice(1).flatMap(({ time: before }, index) => {
    const after = bars[index]!.time;
    const missing = missingBetween(Date.parse(after), Date.parse(before), { timeframe, kind });
    return missing > 0 ? [{ after, before, bars: missing }] : [];
  });
}

function missingBetween(
  after: number,
  before: number,
  { timeframe, kind }: { timeframe: Timeframe; kind: InstrumentKind },
): number {
  const length = timeframeMs[timeframe];
  const missing = Math.round((before - after) / length) - 1;
  if (kind === 'crypto' || timeframe === '1w') return missing;
  if (timeframe === '1d') {
    const weekdays = weekdaysBetween(after, before);
    return weekdays > 1 ? weekdays : 0;
  }
  return Math.floor(after / dayMs) === Math.floor(before / dayMs) ? missing : 0;
}

/** Number of weekdays strictly between two days. */
function weekdaysBetween(after: number, before: number): number {
  let count = 0;
  for (let day = after + dayMs; day < before; day += dayMs) {
    if (isWeekday(day)) count += 1;
  }
  return count;
}

/** Whether a time is on a Monday to Friday, in UTC. */
export function isWeekday(time: number): boolean {
  const day = new Date(time).getUTCDay();
  return day >= 1 && day <= 5;
}
