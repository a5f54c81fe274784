/** Bars that are shown at first; the others are a drag away. */
const shown = 60;
/** Room for the text of a mark at the last bar. */
const free = 12;
/** Bars on both sides of the marks. */
const around = 15;

/**
 * Which bars are shown at first, by their numbers: the newest, and where a mark is older than those, what lies around the marks.
 * @param count how many bars there are.
 * @param marked the numbers of the bars that have marks.
 */
export function shownRange(count: number, marked: number[]): { from: number; to: number } {
  const newest = { from: count - shown, to: count + free };
  if (marked.length === 0 || Math.min(...marked) >= newest.from) return newest;
  const from = Math.max(0, Math.min(...marked) - around);
  const to = Math.max(Math.max(...marked) + around, from + shown);
  return { from, to: Math.min(to, newest.to) };
}
