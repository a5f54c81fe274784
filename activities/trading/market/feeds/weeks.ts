import { timeframeMs } from '../timeframe-length.ts';
import type { Candle } from '../feed.ts';

const dayMs = timeframeMs['1d'];
const weekMs = timeframeMs['1w'];
/** 1970-01-05 was a Monday. */
const aMonday = 4 * dayMs;

/** Start of the Monday of a time's week in UTC, in milliseconds since 1970. */
export function mondayOf(time: number): number {
  return Math.floor((time - aMonday) / weekMs) * weekMs + aMonday;
}

/** Weekly candles (from Monday) of ordered daily ones. The last week can be incomplete. */
export function toWeeks(days: readonly Candle[]): Candle[] {
  const weeks: Candle[] = [];
  for (const day of days) {
    const time = mondayOf(day.time);
    const week = weeks.at(-1);
    if (week?.time !== time) {
      weeks.push({ ...day, time });
      continue;
    }
    week.high = Math.max(week.high, day.high);
    week.low = Math.min(week.low, day.low);
    week.close = day.close;
    week.volume += day.volume;
  }
  return weeks;
}
