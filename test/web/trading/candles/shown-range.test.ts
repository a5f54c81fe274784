import { expect, test } from 'vitest';
import { movedRange, shownRange } from '../../../../web/src/trading/candles/shown-range.ts';

test('the newest bars are shown where no mark is older', () => {
  expect(shownRange(200, [])).toEqual({ from: 140, to: 212 });
  expect(shownRange(200, [150, 199])).toEqual({ from: 140, to: 212 });
  // One at the edge has some bars before it.
  expect(shownRange(200, [141, 199])).toEqual({ from: 136, to: 212 });
});

test('marks that are older are shown with what lies around them', () => {
  expect(shownRange(200, [50, 52])).toEqual({ from: 35, to: 95 });
  expect(shownRange(200, [50, 190])).toEqual({ from: 35, to: 205 });
});

test('there is nothing before the first bar', () => {
  expect(shownRange(200, [3])).toEqual({ from: 0, to: 60 });
});

test('what is shown stays where it is when bars come before or behind', () => {
  const shown = { from: -5, to: 20 };
  expect(movedRange(shown, [10, 11, 12], [7, 8, 9, 10, 11, 12])).toEqual({ from: -2, to: 23 });
  expect(movedRange(shown, [10, 11, 12], [10, 11, 12, 13])).toEqual(shown);
});
