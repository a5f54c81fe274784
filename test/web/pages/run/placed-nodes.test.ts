import { expect, it } from 'vitest';
import { onceIn, titleOfPath } from '../../../../web/src/pages/run/placed-nodes.ts';
import { placedOf } from './steps.ts';

const placed = new Map(
  [
    { ...placedOf('refine'), title: 'Refine it' },
    { ...placedOf('refine.round-2/write'), title: 'Write it' },
  ].map((one) => [one.path, one]),
);

it('what is in an item or round has its title in every one of them', () => {
  expect(titleOfPath(placed, 'refine.round-2/write')).toBe('Write it');
  expect(titleOfPath(placed, 'refine.round-1/write')).toBe('Write it');
  expect(titleOfPath(placed, 'refine.round-1/review')).toBe('review');
  expect(titleOfPath(placed, 'refine.round-1')).toBe('Refine it, round 1');
  expect(titleOfPath(placed, 'refine')).toBe('Refine it');
});

it('nodes in items and rounds are apart from those that run once', () => {
  expect(onceIn(placed).map(({ path }) => path)).toEqual(['refine']);
});
