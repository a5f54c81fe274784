import type { BarInterval } from './bar-interval.ts';

export { timeframeMs as barLengthMs } from './timeframe-length.ts';

/** The UTC day on which a bar opens, as `YYYY-MM-DD`. */
export const dayOf = (time: string): string => time.slice(0, 10);

const dayMs = 86_400_000;

/** The next day, as `YYYY-MM-DD`. */
export const dayAfter = (day: string): string =>
  dayOf(new Date(Date.parse(day) + dayMs).toISOString());

/** Whether the next bar opens on a later day. */
export function isLastOfDay({ bar, lengthMs }: BarInterval): boolean {
  return dayOf(new Date(Date.parse(bar.time) + lengthMs).toISOString()) > dayOf(bar.time);
}
