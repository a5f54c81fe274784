import { expect, test } from 'vitest';
import { shownRange } from '../../../../web/src/trading/candles/shown-range.ts';

test('the newest bars are shown where no mark is older', () => {
  expect(shownRange(200, [])).toEqual({ from: 140, to: 212 });
  expect(shownRange(200, [150, 199])).toEqual({ from: 140, to: 212 });
});

test('marks that are older are shown with what lies around them', () => {
  expect(shownRange(200, [50, 52])).toEqual({ from: 35, to: 95 });
  expect(shownRange(200, [50, 190])).toEqual({ from: 35, to: 205 });
});

test('there is nothing before the first bar', () => {
  expect(shownRange(200, [3])).toEqual({ from: 0, to: 60 });
});
