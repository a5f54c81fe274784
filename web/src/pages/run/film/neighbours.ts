import { lastUntil } from './film.ts';

/** The first of sorted times after a time. */
export function momentAfter(times: number[], time: number): number | undefined {
  return times[lastUntil(time, times.length, (index) => times[index]!) + 1];
}

/** The last of sorted times before a time. */
export function momentBefore(times: number[], time: number): number | undefined {
  // Those that are not after it, up to those that are it.
  let index = lastUntil(time, times.length, (at) => times[at]!);
  while (index >= 0 && times[index]! >= time) index -= 1;
  return times[index];
}
