import type { Bar } from './market.ts';

const dayMs = 86_400_000;

/** Monday of the bar's week, as ISO time. */
function weekOf(time: string): string {
  const date = new Date(time);
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  return new Date(date.getTime() - sinceMonday * dayMs).toISOString();
}

/**
 * Weekly bars (Monday to Friday) of daily ones. The last week is left out while it may still get a
 * day: until its Friday, or a day of a later week, is there.
 */
export function weeklyBars(daily: readonly Bar[]): Bar[] {
  const weeks: Bar[] = [];
  for (const day of daily) {
    const time = weekOf(day.time);
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
  const last = daily.at(-1);
  const isFriday = last !== undefined && new Date(last.time).getUTCDay() === 5;
  return isFriday ? weeks : weeks.slice(0, -1);
}
