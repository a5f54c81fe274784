import { expect, test } from 'vitest';
import { buyAndHold, withDrawdown } from '../../../../web/src/trading/chart/buy-and-hold.ts';

const day = (number: number) => `2013-01-0${number}T00:00:00.000Z`;
const bar = (number: number, close: number) => ({
  time: day(number),
  open: close,
  high: close,
  low: close,
  close,
});
const points = [
  { time: day(2), equity: 1_000 },
  { time: day(3), equity: 1_100 },
  { time: day(5), equity: 990 },
];

test('the same money in a symbol moves as its closes do, from the first point on', () => {
  const bars = [bar(1, 40), bar(2, 50), bar(3, 60), bar(4, 55)];
  expect(buyAndHold(points, bars)).toEqual([
    { time: day(2), value: 1_000 },
    { time: day(3), value: 1_200 },
    // The newest close of then is that of the day before.
    { time: day(5), value: 1_100 },
  ]);
});

test('a symbol that has no price of the first point is not compared with', () => {
  expect(buyAndHold(points, [bar(3, 60)])).toEqual([]);
  expect(buyAndHold(points, [])).toEqual([]);
  expect(buyAndHold([], [bar(1, 40)])).toEqual([]);
});

test('the drawdown is how far the equity is below its highest so far', () => {
  const shown = withDrawdown(points).map(({ drawdown }) => drawdown);
  expect(shown).toEqual([0, 0, 990 / 1_100 - 1]);
});
