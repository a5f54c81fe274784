import { toWeeks } from './feeds/weeks.ts';
import type { Bar } from './market.ts';

/**
 * Weekly bars (Monday to Friday) of daily ones. The last week is left out while it may still get a
 * day: until its Friday, or a day of a later week, is there.
 */
export function weeklyBars(daily: readonly Bar[]): Bar[] {
  const days = daily.map((day) => ({ ...day, time: Date.parse(day.time) }));
  const weeks = toWeeks(days).map((week) => ({ ...week, time: new Date(week.time).toISOString() }));
  const last = daily.at(-1);
  const isFriday = last !== undefined && new Date(last.time).getUTCDay() === 5;
  return isFriday ? weeks : weeks.slice(0, -1);
}
