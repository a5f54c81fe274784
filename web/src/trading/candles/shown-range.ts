/** Bars that are shown at first; the others are a drag away. */
const shown = 60;
/** Room for the text of a mark at the last bar. */
const free = 12;
/** Bars before the first mark, where it is among the newest. */
const margin = 5;
/** Bars on both sides of the marks. */
const around = 15;

/**
 * Which bars are shown at first, by their numbers: the newest, and where a mark is older than those, what lies around the marks.
 * @param count how many bars there are.
 * @param marked the numbers of the bars that have marks.
 */
export function shownRange(count: number, marked: number[]): { from: number; to: number } {
  const newest = { from: count - shown, to: count + free };
  const first = Math.min(...marked);
  if (first >= newest.from + margin) return newest;
  if (first >= newest.from) return { ...newest, from: first - margin };
  const from = Math.max(0, first - around);
  const to = Math.max(Math.max(...marked) + around, from + shown);
  return { from, to: Math.min(to, newest.to) };
}

/**
 * What was shown of a chart, after bars have come before or behind those that it had.
 * @param before the times of its bars then.
 * @param now their times now.
 */
export function movedRange<Time>(
  shownThen: { from: number; to: number },
  before: readonly Time[],
  now: readonly Time[],
): { from: number; to: number } {
  // A bar in the middle of what is shown stays where it is.
  const middle = Math.round((shownThen.from + shownThen.to) / 2);
  const at = Math.max(0, Math.min(middle, before.length - 1));
  const moved = now.indexOf(before[at]!);
  const by = moved === -1 ? 0 : moved - at;
  return { from: shownThen.from + by, to: shownThen.to + by };
}
