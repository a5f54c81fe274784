import { duration } from '../../../components/values/time.tsx';
import type { TimeScale } from '../film/time-scale.ts';

const seconds = [1, 2, 5, 10, 15, 30].map((count) => count * 1_000);
const minutes = [1, 2, 5, 10, 15, 30].map((count) => count * 60_000);
const hours = [1, 2, 4, 8, 24, 48, 168].map((count) => count * 3_600_000);
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500].concat(seconds, minutes, hours);

/** An instant of the axis: its place, the time since the start, and that in words. */
export type Tick = { at: number; sinceMs: number; text: string };

/** A time with as many decimals as the ones before and after it differ in. */
function textOf(sinceMs: number, step: number): string {
  if (sinceMs < 1_000 || sinceMs >= 60_000 || step >= 100) return duration(sinceMs);
  return `${(sinceMs / 1_000).toFixed(step >= 10 ? 2 : 3)} s`;
}

/**
 * Round instants for the axis, each with the time since the start; none where time is drawn shorter.
 * @param leastDistance the part of the width that the text of one needs
 */
export function ticksOf({ window, pauses, at }: TimeScale, leastDistance: number): Tick[] {
  const pausedMs = pauses.reduce((total, { start, end }) => total + end - start, 0);
  const evenMs = window.end - window.start - pausedMs;
  const evenWidth = 1 - pauses.reduce((total, { from, to }) => total + to - from, 0);
  const step = steps.find((size) => (size / evenMs) * evenWidth >= leastDistance);
  if (step === undefined) return [];
  let start = window.start;
  const stretches = [...pauses, { start: window.end, end: window.end }].map((pause) => {
    const stretch = { start, end: pause.start };
    start = pause.end;
    return stretch;
  });
  const ticks = stretches.flatMap((stretch) => {
    const first = Math.ceil((stretch.start - window.start) / step);
    const count = Math.ceil((stretch.end - window.start) / step) - first;
    return Array.from({ length: Math.max(0, count) }, (_, index) => {
      const sinceMs = (first + index) * step;
      return { at: at(window.start + sinceMs), sinceMs, text: textOf(sinceMs, step) };
    });
  });
  const readable = ticks.filter(({ at: tick }) =>
    pauses.every(({ from }) => tick > from || from - tick >= leastDistance * 0.9),
  );
  return apart(readable, leastDistance);
}

/** Leaves out ticks that come too close after the one before, as they do around shortened time, or read the same. */
function apart(ticks: Tick[], leastDistance: number): Tick[] {
  const kept: Tick[] = [];
  for (const tick of ticks) {
    const last = kept.at(-1);
    const fits = tick.at <= 1 - leastDistance;
    const isApart = !last || tick.at - last.at >= leastDistance * 0.9;
    if (fits && isApart && tick.text !== last?.text) kept.push(tick);
  }
  return kept;
}
