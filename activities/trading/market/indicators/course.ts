import type { Series } from './series.ts';

/** Two values that differ by less than this share of the larger one are the same: the rest is rounding. */
const rounding = 1e-12;

function directionOf(before: number, after: number): -1 | 0 | 1 {
  const change = after - before;
  if (Math.abs(change) <= rounding * Math.max(Math.abs(before), Math.abs(after))) return 0;
  return change > 0 ? 1 : -1;
}

const words = { '1': 'rising', '-1': 'falling', '0': 'unchanged' } as const;

/** `1 bar`, `2 bars`. */
export const barsOf = (count: number) => (count === 1 ? '1 bar' : `${count} bars`);

/** How the newest values went, such as `falling for 3 bars`; undefined where there are not two of them. */
export function courseOf(values: Series): string | undefined {
  const [newest, before] = [values.at(-1), values.at(-2)];
  if (newest === null || newest === undefined || before === null || before === undefined) return;
  const direction = directionOf(before, newest);
  const length = runLength(values, (older, newer) => directionOf(older, newer) === direction);
  return `${words[direction]} for ${barsOf(length)}`;
}

/**
 * How long the newest value has been on its side of another, such as `for 3 bars`; as far as values of both are known,
 * and undefined where it is on neither side.
 */
export function sideSince(
  values: Series,
  others: Series,
): { side: 1 | -1; since: string } | undefined {
  const sides = values.map((value, index) => {
    const other = others[index];
    if (value === null || other === null || other === undefined) return null;
    return directionOf(other, value);
  });
  const side = sides.at(-1);
  if (side === null || side === undefined || side === 0) return;
  const start = sides.findLastIndex((each) => each !== side);
  return { side, since: `for ${barsOf(sides.length - 1 - start)}` };
}

/** How many of the newest steps from a value to the next fulfil a condition without a break. */
function runLength(values: Series, holds: (older: number, newer: number) => boolean): number {
  let length = 0;
  for (let at = values.length - 1; at > 0; at -= 1) {
    const [older, newer] = [values[at - 1], values[at]];
    if (typeof older !== 'number' || typeof newer !== 'number' || !holds(older, newer)) break;
    length += 1;
  }
  return length;
}
