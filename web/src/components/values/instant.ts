import { locale } from './locale.ts';

const clock = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;
const atDay = { day: 'numeric', month: 'short' } as const;

const full = new Intl.DateTimeFormat(locale, { ...atDay, year: 'numeric', ...clock });
const zoned = new Intl.DateTimeFormat(locale, {
  ...atDay,
  year: 'numeric',
  ...clock,
  timeZoneName: 'short',
});
const ofDay = new Intl.DateTimeFormat(locale, clock);

/** Whether a text is an instant as Baton writes it: `2026-11-28T03:31:25.123Z`. */
export function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** An instant with its day, in the time zone of who looks: `28 Nov 2026, 10:32:05`. */
export function fullTime(instant: string | Date): string {
  return full.format(new Date(instant));
}

/** {@link fullTime} with the zone, where other times beside it have another one. */
export function zonedTime(instant: string | Date): string {
  return zoned.format(new Date(instant));
}

/** The time of day of an instant, where its day is known: `10:32:05`. */
export function timeOfDay(instant: string | Date): string {
  return ofDay.format(new Date(instant));
}

/** The time of day; of another day than today with its day. */
export function shortTime(instant: string | Date, now = new Date()): string {
  const isToday = new Date(instant).toDateString() === now.toDateString();
  return isToday ? timeOfDay(instant) : fullTime(instant);
}
