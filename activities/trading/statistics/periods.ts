import type { Bar, BarSeries } from '../market/market.ts';
import { barLengthMs } from '../market/days.ts';

const dayMs = 86_400_000;
/**
 * More weekend bars than this share mean trading on weekends. Around the clock they are 2 of 7; an exchange with a few
 * special sessions has fewer.
 */
const weekendShare = 0.1;

/**
 * Number of periods per year, to annualize figures. Markets that trade on weekends, such as crypto, have 365 days,
 * others 252. For intraday bars it is the days times the median number of bars per day. Without a known instrument, the
 * bars decide whether it trades on weekends.
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
