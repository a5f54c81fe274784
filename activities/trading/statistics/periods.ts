import type { Bar, BarSeries } from '../market/market.ts';
import { barLengthMs } from '../market/days.ts';

const dayMs = 86_400_000;
/** Of bars around the clock two in seven are of a weekend; a few days of an exchange that opens on one are fewer. */
const weekendShare = 0.1;

/**
 * Periods a year, by which figures of a period become figures of a year. A market that trades at weekends, as that of
 * crypto does, has 365 days, another 252; of shorter bars a year has as many as its days have in the middle. Where the
 * instrument is not known, its bars tell.
 */
export function periodsPerYear({
  bars,
  timeframe,
  instrument,
}: Pick<BarSeries, 'bars' | 'timeframe' | 'instrument'>): number {
  if (timeframe === '1w') return 52;
  const hasWeekends = instrument ? instrument.kind === 'crypto' : isAtWeekends(bars);
  if (timeframe === '1d') return hasWeekends ? 365 : 252;
  if (hasWeekends) return (365.25 * dayMs) / barLengthMs[timeframe];
  const counts = new Map<string, number>();
  for (const { time } of bars) {
    const day = time.slice(0, 10);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const sorted = [...counts.values()].toSorted((one, other) => one - other);
  return 252 * (sorted[sorted.length >> 1] ?? 1);
}

function isAtWeekends(bars: readonly Bar[]): boolean {
  // 1970-01-01 was a Thursday; 0 is a Sunday.
  const dayOfWeek = ({ time }: Bar) => (Math.floor(Date.parse(time) / dayMs) + 4) % 7;
  const weekends = bars.filter((bar) => [0, 6].includes(dayOfWeek(bar)));
  return weekends.length > weekendShare * bars.length;
}
