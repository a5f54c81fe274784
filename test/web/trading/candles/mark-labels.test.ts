import { expect, test } from 'vitest';
import { haveRoom, textBars } from '../../../../web/src/trading/candles/mark-labels.ts';

test('of marks near each other only the first has a text', () => {
  expect(haveRoom([10, 11, 12], 5)).toEqual([true, false, false]);
});

test('marks that stand apart each have theirs, and one after a crowd has again', () => {
  expect(haveRoom([10, 20, 21, 30], 5)).toEqual([true, true, false, true]);
});

test('two marks at one bar share a text', () => {
  expect(haveRoom([4, 4], 5)).toEqual([true, false]);
});

test('a text takes more bars the narrower a chart is', () => {
  expect(textBars(72, 950)).toBe(5);
  expect(textBars(72, 260)).toBe(17);
  expect(textBars(72, 0)).toBe(72);
});
