import { expect, it } from 'vitest';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { dailyCurve } from '../../../../activities/trading/performance/daily-curve.ts';
import type { AccountFill } from '../../../../activities/trading/performance/match-trades.ts';

const fill = (
  day: string,
  symbol: string,
  side: 'buy' | 'sell',
  [quantity, price, fee]: readonly [number, number, number],
): AccountFill => ({
  orderId: `${symbol} ${day}`,
  parentId: null,
  symbol,
  side,
  quantity: new Decimal(quantity),
  price: new Decimal(price),
  fee: new Decimal(fee),
  day,
});

const closes = (byDay: Record<string, number>) =>
  new Map(Object.entries(byDay).map(([day, close]) => [day, new Decimal(close)]));

it('a curve has every day on which a market closed, longs and shorts at their newest close, and the prices of now', () => {
  const fills = [
    fill('2026-01-02', 'AAA', 'buy', [10, 100, 1]),
    fill('2026-01-04', 'B/C', 'sell', [2, 50, 0.5]),
    fill('2026-01-05', 'AAA', 'sell', [10, 120, 1]),
  ];
  const curve = dailyCurve(fills, {
    cash: new Decimal(2_000),
    borrowFees: [],
    closes: new Map([
      // The day before the first fill is none of the account's.
      ['AAA', closes({ '2026-01-01': 90, '2026-01-02': 110, '2026-01-05': 125 })],
      ['B/C', closes({ '2026-01-03': 49, '2026-01-04': 55 })],
    ]),
    last: { day: '2026-01-06', marks: new Map([['B/C', new Decimal(40)]]) },
  });
  // By hand: cash, worth, and worth of longs and shorts.
  expect(
    curve.map(({ day, cash, equity, gross, net }) => [
      day,
      ...[cash, equity, gross, net].map(Number),
    ]),
  ).toEqual([
    ['2026-01-02', 999, 2_099, 1_100, 1_100],
    ['2026-01-03', 999, 2_099, 1_100, 1_100],
    ['2026-01-04', 1_098.5, 2_088.5, 1_210, 990],
    ['2026-01-05', 2_297.5, 2_187.5, 110, -110],
    ['2026-01-06', 2_297.5, 2_217.5, 80, -80],
  ]);
});

it('borrow fees count from their own day on, those of a weekend at the next close, and the newest one has a day', () => {
  const fee = (day: string, amount: number) => ({
    symbol: 'AAA',
    day,
    amount: new Decimal(amount),
  });
  const given = {
    cash: new Decimal(2_000),
    closes: new Map([['AAA', closes({ '2026-01-01': 100, '2026-01-02': 100, '2026-01-05': 100 })]]),
    last: { day: '2026-01-05', marks: new Map([['AAA', new Decimal(100)]]) },
  };
  const fills = [fill('2026-01-01', 'AAA', 'sell', [10, 100, 0])];
  const shown = (borrowFees: ReturnType<typeof fee>[]) =>
    dailyCurve(fills, { ...given, borrowFees }).map(({ day, cash, equity }) => [
      day,
      ...[cash, equity].map(Number),
    ]);
  const booked = [fee('2026-01-02', 1), fee('2026-01-03', 2), fee('2026-01-04', 4)];
  const days = [
    ['2026-01-01', 3_000, 2_000],
    ['2026-01-02', 2_999, 1_999],
    ['2026-01-05', 2_993, 1_993],
  ];
  expect(shown(booked)).toEqual(days);
  expect(shown([...booked, fee('2026-01-06', 8)])).toEqual([...days, ['2026-01-06', 2_985, 1_985]]);
});

it('without a fill there is no day', () => {
  const last = { day: '2026-01-06', marks: new Map<string, Decimal>() };
  expect(dailyCurve([], { cash: new Decimal(1), borrowFees: [], closes: new Map(), last })).toEqual(
    [],
  );
});
