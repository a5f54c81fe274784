import { useSyncExternalStore } from 'react';
import { locale } from './locale.ts';
import { fullTime } from './instant.ts';

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const tenths = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How long ago, in the language of the browser: `5 min. ago`, `vor 5 Min.`. */
export function ago(instant: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1000);
  const [unit, size] = units.find(([, least]) => Math.abs(seconds) >= least) ?? ['second', 1];
  return relative.format(Math.round(seconds / size), unit);
}

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat(locale, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** The time of day, such as `7:36 AM`; with the day where that is another than today. */
export function clockTime(instant: string, now = new Date()): string {
  const at = new Date(instant);
  const isToday = at.toDateString() === now.toDateString();
  return (isToday ? clock : dayAndClock).format(at);
}

/** A span such as `850 ms`, `4.2 s`, `3 min 5 s` or `26 h 10 min`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${tenths.format(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}

const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

/** One clock for all times that are shown. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  ticking ??= setInterval(() => {
    for (const tell of listeners) tell();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/** How long ago, kept true while it is shown: it is drawn anew only when its words change. */
export function Ago({ instant }: { instant: string }) {
  const text = useSyncExternalStore(subscribe, () => ago(instant));
  return (
    <time dateTime={instant} title={fullTime(instant)}>
      {text}
    </time>
  );
}
