import { expect, it } from 'vitest';
import { filmOf } from '../../../../../web/src/pages/run/film/film.ts';
import { busyIntervals, filmScale } from '../../../../../web/src/pages/run/film/film-scale.ts';
import { stepOf } from '../steps.ts';
import { dataOf, nodeFrom } from './films.ts';

it('does not count as work what waits for something outside', () => {
  const waiting = stepOf('order', 'tool', { end: null, output: { waiting: 'the next bar' } });
  const running = stepOf('order', 'tool', { start: 3, end: null });
  expect(busyIntervals(filmOf(dataOf({ steps: [waiting] })).steps, 9)).toEqual([]);
  expect(busyIntervals(filmOf(dataOf({ steps: [running] })).steps, 9)).toEqual([
    { start: 3, end: 9 },
  ]);
});

it('goes from the beginning of the run to its end, or to now', () => {
  const nodes = [nodeFrom('read', 10, 20), nodeFrom('write', 20, null)];
  expect(filmScale(filmOf(dataOf({ nodes })), 70).window).toEqual({ start: 0, end: 70 });
  expect(filmScale(filmOf(dataOf({ nodes, end: 50 })), 70).window).toEqual({ start: 0, end: 50 });
});
