/** From and to, in milliseconds since the epoch. */
export type Interval = { start: number; end: number };

/** A stretch of time that is drawn shorter than it was. */
export type Pause = Interval & {
  /** Its place, from 0 on the left to 1 on the right. */
  from: number;
  to: number;
};

export type TimeScale = {
  window: Interval;
  /** Where an instant is, from 0 on the left to 1 on the right. */
  at(instant: number): number;
  /** The instant at a place: what `at` does, the other way round. */
  instantAt(place: number): number;
  pauses: Pause[];
};

type Shortened = Interval & { width: number };

/** The part of the width that a stretch takes in which nothing was done, and most such stretches. */
const idleWidth = 0.04;
const mostIdle = 10;
/** The least part of the width of a stretch in which something went on for far longer than all else. */
const longWidth = 0.2;
/** How many times wider than within it time may be drawn beside it: a step and what ran within it must look alike. */
const mostWidened = 30;
const leastMs = 2_000;

/**
 * A scale on which long waits, for a person or for an event outside, do not push everything else together:
 * each takes a fixed part of the width, and time runs evenly everywhere else.
 * @param busy when something was done, in any order
 */
export function timeScale(busy: Interval[], window: Interval): TimeScale {
  const idle = idleStretches(busy, window);
  const activeMs = lengthOf(window) - sum(idle.map(lengthOf));
  const shortened = fillingWidth(
    [...idle, ...longStretch(busy, activeMs, 1 - sum(idle.map(({ width }) => width)))].toSorted(
      (a, b) => a.start - b.start,
    ),
    window,
  );
  const evenMs = lengthOf(window) - sum(shortened.map(lengthOf));
  const evenWidth = 1 - sum(shortened.map(({ width }) => width));
  const perMs = evenMs > 0 ? evenWidth / evenMs : 0;

  let skippedMs = 0;
  let skippedWidth = 0;
  const pauses = shortened.map(({ width, ...stretch }): Pause => {
    const from = (stretch.start - window.start - skippedMs) * perMs + skippedWidth;
    skippedMs += lengthOf(stretch);
    skippedWidth += width;
    return { ...stretch, from, to: from + width };
  });
  return { window, pauses, at, instantAt };

  function at(instant: number): number {
    const time = Math.min(Math.max(instant, window.start), window.end);
    const inside = pauses.find(({ start, end }) => time >= start && time <= end);
    if (inside) {
      return inside.from + ((inside.to - inside.from) * (time - inside.start)) / lengthOf(inside);
    }
    const before = pauses.filter(({ end }) => end < time);
    const even = time - window.start - sum(before.map(lengthOf));
    return even * perMs + sum(before.map(({ from, to }) => to - from));
  }

  function instantAt(given: number): number {
    const place = Math.min(Math.max(given, 0), 1);
    const inside = pauses.find(({ from, to }) => place >= from && place <= to);
    if (inside) {
      const part = (place - inside.from) / (inside.to - inside.from);
      return inside.start + part * lengthOf(inside);
    }
    const before = pauses.filter(({ to }) => to < place);
    const even = place - sum(before.map(({ from, to }) => to - from));
    const time = perMs > 0 ? even / perMs : 0;
    return Math.min(window.start + time + sum(before.map(lengthOf)), window.end);
  }
}

/** Where nothing is left that is drawn evenly, as in a run whose steps took no time, they share the whole width. */
function fillingWidth(shortened: Shortened[], window: Interval): Shortened[] {
  if (sum(shortened.map(lengthOf)) < lengthOf(window)) return shortened;
  const whole = sum(shortened.map(({ width }) => width));
  return shortened.map((stretch) => ({ ...stretch, width: stretch.width / whole }));
}

/** The longest stretches in which nothing was done, where they are long beside what was done. */
function idleStretches(busy: Interval[], window: Interval): Shortened[] {
  const gaps = gapsOf(busy, window);
  const busyMs = lengthOf(window) - sum(gaps.map(lengthOf));
  return (
    gaps
      .filter((gap) => lengthOf(gap) > Math.max(leastMs, busyMs / 4))
      // Something must be left to be drawn wider in its place.
      .filter((gap) => lengthOf(gap) < lengthOf(window))
      .toSorted((a, b) => lengthOf(b) - lengthOf(a))
      .slice(0, mostIdle)
      .map((gap) => ({ ...gap, width: idleWidth }))
  );
}

/**
 * The stretch in which nothing began or ended, where something went on, longer than thrice all other time
 * in which something was done.
 * @param free the part of the width that is left for what was done.
 */
function longStretch(busy: Interval[], activeMs: number, free: number): Shortened[] {
  return busyStretches(busy)
    .filter((stretch) => lengthOf(stretch) > Math.max(leastMs, 3 * (activeMs - lengthOf(stretch))))
    .filter((stretch) => lengthOf(stretch) < activeMs)
    .map((stretch) => {
      const long = lengthOf(stretch);
      const fair = long / (long + mostWidened * (activeMs - long));
      return { ...stretch, width: Math.max(longWidth, fair * free) };
    });
}

/** The busy time, cut wherever something began or ended. */
function busyStretches(busy: Interval[]): Interval[] {
  const changes = busy
    .flatMap(({ start, end }) => [
      { at: start, by: 1 },
      { at: end, by: -1 },
    ])
    .toSorted((a, b) => a.at - b.at);
  let open = 0;
  return changes.flatMap(({ at, by }, index) => {
    open += by;
    const next = changes[index + 1];
    return open > 0 && next && next.at > at ? [{ start: at, end: next.at }] : [];
  });
}

const lengthOf = ({ start, end }: Interval) => end - start;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** The stretches of the window that no interval covers. */
function gapsOf(busy: Interval[], window: Interval): Interval[] {
  const gaps: Interval[] = [];
  let covered = window.start;
  for (const { start, end } of busy.toSorted((a, b) => a.start - b.start)) {
    if (start > covered) gaps.push({ start: covered, end: Math.min(start, window.end) });
    covered = Math.max(covered, end);
  }
  if (covered < window.end) gaps.push({ start: covered, end: window.end });
  return gaps.filter((gap) => lengthOf(gap) > 0);
}
