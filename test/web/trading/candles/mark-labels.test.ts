import { expect, test } from 'vitest';
import { labelPlaces } from '../../../../web/src/trading/candles/mark-labels.ts';

const at = (middle: number, width = 40) => ({ middle, width });

test('of texts near each other only the first has a place', () => {
  expect(labelPlaces([at(100), at(110), at(120)], 500)).toEqual([80, undefined, undefined]);
});

test('texts that stand apart each have theirs, and one after a crowd has again', () => {
  expect(labelPlaces([at(50), at(100), at(110), at(200)], 500)).toEqual([30, 80, undefined, 180]);
});

test('a longer text takes more room', () => {
  expect(labelPlaces([at(100, 20), at(130, 20)], 500)).toEqual([90, 120]);
  expect(labelPlaces([at(100, 90), at(130, 90)], 500)).toEqual([55, undefined]);
});

test('no text leaves the chart', () => {
  expect(labelPlaces([at(5), at(495)], 500)).toEqual([0, 460]);
});

test('what has happened out of sight has no text', () => {
  expect(labelPlaces([at(-30), at(530)], 500)).toEqual([undefined, undefined]);
});
