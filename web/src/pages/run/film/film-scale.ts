import type { StepView } from '../../../../../contracts/api/index.ts';
import { waitOf } from '../../../../../contracts/runs/step-wait.ts';
import { timeScale } from './time-scale.ts';
import type { Interval, TimeScale } from './time-scale.ts';
import { nodesOf } from './film.ts';
import type { Film, Timed } from './film.ts';

/** From the beginning of the run to its end, or to now; long waits are short. */
export function filmScale(film: Film, now: number): TimeScale {
  const { steps } = film;
  const end = Number.isFinite(film.end) ? film.end : now;
  const nodes = nodesOf(film).filter(
    ({ what }) => what.startedAt !== null && what.keptFrom === undefined,
  );
  const all = [...steps, ...nodes];
  const start = all.reduce(
    (least, timed) => Math.min(least, timed.start),
    Math.min(film.start, end),
  );
  const ends = all.map((timed) => timed.end).filter(Number.isFinite);
  const last = ends.reduce((most, other) => Math.max(most, other), end);
  return timeScale(busyIntervals(steps, last), { start, end: Math.max(last, start + 1) });
}

/** When something was done: in steps; a node that waits for a person does nothing. */
export function busyIntervals(steps: Timed<StepView>[], now: number): Interval[] {
  return steps
    .filter(({ what }) => !waitOf(what))
    .map(({ start, end }) => ({ start, end: Math.min(end, now) }));
}
