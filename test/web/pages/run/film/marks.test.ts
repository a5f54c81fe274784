import { describe, expect, it } from 'vitest';
import { filmOf } from '../../../../../web/src/pages/run/film/film.ts';
import { lastMark, marksOf, thinned } from '../../../../../web/src/pages/run/film/marks.ts';
import { momentAfter, momentBefore } from '../../../../../web/src/pages/run/film/neighbours.ts';
import { placedNodes } from '../../../../../web/src/pages/run/placed-nodes.ts';
import { dataOf, instant, nodeFrom } from './films.ts';

describe('the marks of a film', () => {
  const data = dataOf({
    nodes: [
      nodeFrom('read', 10, 20),
      nodeFrom('confirm', 20, 60, { kind: 'approval' }),
      nodeFrom('send', 60, 90, { status: 'failed' }),
    ],
    approvals: [
      {
        status: 'rejected',
        requestedAt: instant(21),
        decision: {
          by: 'ada',
          comment: null,
          args: null,
          at: instant(59),
          via: 'api',
          despite: [],
          callError: null,
        },
      },
    ],
    end: 90,
  });
  const marks = marksOf(filmOf(data), placedNodes(data.run, []));

  it('say in order what began, ended and failed, and what people were asked and decided', () => {
    expect(marks.map(({ at, text }) => `${at} ${text}`)).toEqual([
      '10 read started',
      '20 read ended',
      '20 confirm started',
      '21 Asked: Approve it',
      '59 Approve it: rejected',
      '60 confirm ended',
      '60 send started',
      '90 send failed',
    ]);
    expect(lastMark(marks, 58)?.text).toBe('Asked: Approve it');
    expect(lastMark(marks, 9)).toBeUndefined();
  });

  it('leave out the lesser where two fall on one place', () => {
    const drawn = thinned(marks, { at: (time) => time / 90, places: 9 });
    expect(drawn.map(({ at, kind }) => `${at} ${kind}`)).toEqual([
      '10 begun',
      '21 asked',
      '59 decided',
      '90 failed',
    ]);
  });
});

it('a node that took no time has ended after it began, and before the next', () => {
  const data = dataOf({ nodes: [nodeFrom('one', 10, 10), nodeFrom('two', 10, 10)], end: 10 });
  const marks = marksOf(filmOf(data), placedNodes(data.run, []));
  expect(marks.map(({ text }) => text)).toEqual([
    'one started',
    'one ended',
    'two started',
    'two ended',
  ]);
});

it('goes from moment to moment, and not beyond them', () => {
  const times = [1, 4, 4, 9];
  expect([0, 1, 4, 9].map((time) => momentAfter(times, time))).toEqual([1, 4, 9, undefined]);
  expect([0, 1, 4, 5, 10].map((time) => momentBefore(times, time))).toEqual([
    undefined,
    undefined,
    1,
    4,
    9,
  ]);
});
