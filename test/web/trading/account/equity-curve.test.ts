import { expect, test } from 'vitest';
import { endingNow, equityCurve } from '../../../../web/src/trading/account/equity-curve.ts';

const day = (number: number) => `2013-01-0${number}T00:00:00.000Z`;
const bars = (...closes: number[]) =>
  closes.map((close, index) => ({
    time: day(index + 1),
    open: close,
    high: close,
    low: close,
    close,
  }));
const fill = (
  number: number,
  side: 'buy' | 'sell',
  quantity: string,
  price: string,
  fee = '0',
) => ({
  symbol: 'SPX',
  side,
  quantity,
  price,
  fee,
  marketTime: day(number),
});

test('without a fill there is nothing to show', () => {
  expect(equityCurve(1000, [], [{ symbol: 'SPX', bars: bars(1, 2) }])).toEqual([]);
});

test('what is held is worth the close of each bar, after what was deposited before the first fill', () => {
  const fills = [fill(2, 'buy', '2', '100', '1')];
  const points = equityCurve(1000, fills, [{ symbol: 'SPX', bars: bars(90, 110, 120) }]);
  expect(points).toEqual([
    { time: day(1), equity: 1000 },
    { time: day(2), equity: 1000 - 200 - 1 + 220 },
    { time: day(3), equity: 1000 - 200 - 1 + 240 },
  ]);
});

test('within a day it begins at the close of the day before, as the performance of the account does', () => {
  const hour = (number: number, time: number) => ({
    ...bars(100 + time)[0]!,
    time: `2013-01-0${number}T${String(time).padStart(2, '0')}:00:00.000Z`,
  });
  const hours = [hour(1, 22), hour(1, 23), hour(2, 0), hour(2, 1)];
  const bought = { ...fill(2, 'buy', '1', '101'), marketTime: hours[3]!.time };
  const points = equityCurve(1000, [bought], [{ symbol: 'SPX', bars: hours }]);
  expect(points.map(({ time }) => time)).toEqual(hours.slice(1).map(({ time }) => time));
  expect(points.map(({ equity }) => equity)).toEqual([1000, 1000, 1000]);
});

test('a position that was closed moves no more with the market', () => {
  const fills = [fill(1, 'buy', '1', '100'), fill(2, 'sell', '1', '130')];
  const points = equityCurve(1000, fills, [{ symbol: 'SPX', bars: bars(100, 125, 500) }]);
  expect(points.map(({ equity }) => equity)).toEqual([1000, 1030, 1030]);
});

test('a short position gains when the price falls', () => {
  const points = equityCurve(
    1000,
    [fill(1, 'sell', '2', '100')],
    [{ symbol: 'SPX', bars: bars(100, 90) }],
  );
  expect(points.map(({ equity }) => equity)).toEqual([1000, 1020]);
});

test('a symbol without bars yet is worth what it was bought for', () => {
  const other = { ...fill(1, 'buy', '1', '50'), symbol: 'BTC/USDT' };
  const points = equityCurve(
    1000,
    [fill(1, 'buy', '1', '100'), other],
    [{ symbol: 'SPX', bars: bars(100, 110) }],
  );
  expect(points.map(({ equity }) => equity)).toEqual([1000, 1010]);
});

test('the curve ends with what the account is worth now, which its last bar may not know', () => {
  const points = [{ time: day(1), equity: 1000 }];
  const now = { time: '2013-01-03T20:00:00.000Z', equity: 1020 };
  expect(endingNow(points, { asOf: now.time, equity: now.equity })).toEqual([...points, now]);
  expect(endingNow(points, { asOf: day(1), equity: 1020 })).toEqual(points);
  expect(endingNow([], { asOf: now.time, equity: 1020 })).toEqual([]);
});
