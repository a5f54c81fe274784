const formats = new Map<string, Intl.DateTimeFormat>();
const minuteMs = 60_000;
/** Longer than any day, including one on which clocks are set back. */
const longestDayMinutes = 26 * 60;

/** The day of a time in a time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, time: string | number): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  formats.set(timeZone, format);
  return format.format(new Date(time));
}

/** The day of an interval that ended at `time`: one that ends at midnight belongs to the day before. */
export const dayOfEnd = (timeZone: string, time: string): string =>
  dayIn(timeZone, Date.parse(time) - 1);

/**
 * The start of the day of a time, in milliseconds since 1970: midnight, or the first existing minute if clocks are set
 * forward at midnight.
 */
export function startOfDay(timeZone: string, time: number): number {
  const day = dayIn(timeZone, time);
  let within = Math.floor(time / minuteMs);
  let before = within - longestDayMinutes;
  while (within - before > 1) {
    const middle = Math.floor((within + before) / 2);
    if (dayIn(timeZone, middle * minuteMs) === day) within = middle;
    else before = middle;
  }
  return within * minuteMs;
}
