import { Decimal } from '../../base/decimal.ts';
import { signedQuantity } from '../exchange/positions.ts';
import type { AccountFill, BorrowFee } from './match-trades.ts';

/** Daily closes by symbol and day. */
export type Closes = ReadonlyMap<string, ReadonlyMap<string, Decimal>>;

/** The value of an account at the close of a day. */
export type CurvePoint = {
  day: string;
  cash: Decimal;
  equity: Decimal;
  /** Value of longs plus shorts, and of longs minus shorts. */
  gross: Decimal;
  net: Decimal;
};

/**
 * The value of an account at the close of each day since its first fill: cash after the fills so far, and each position
 * at the last close of its symbol, or at its last fill before the first close. A borrow fee counts from its own day on.
 * The last day is that of the current prices, or of a later borrow fee, such as on a weekend.
 * @param given.cash cash before the first fill.
 * @param given.last the newest day, with current prices.
 */
export function dailyCurve(
  fills: readonly AccountFill[],
  given: {
    cash: Decimal;
    borrowFees: readonly BorrowFee[];
    closes: Closes;
    last: { day: string; marks: ReadonlyMap<string, Decimal> };
  },
): CurvePoint[] {
  const { closes, last } = given;
  const due = given.borrowFees.toSorted((one, other) => one.day.localeCompare(other.day));
  const fillsOn = Map.groupBy(fills, ({ day }) => day);
  const first = [...fillsOn.keys()].toSorted()[0];
  if (first === undefined) return [];
  const end = [last.day, ...due.slice(-1).map(({ day }) => day)].toSorted().at(-1)!;
  const days = new Set([...fillsOn.keys(), last.day, end]);
  for (const byDay of closes.values()) for (const day of byDay.keys()) days.add(day);
  const shown = [...days].filter((day) => day >= first && day <= end).toSorted();

  let { cash } = given;
  const held = new Map<string, Decimal>();
  const prices = new Map<string, Decimal>();
  return shown.map((day) => {
    for (const fill of fillsOn.get(day) ?? []) {
      const change = signedQuantity(fill);
      cash = cash.minus(change.times(fill.price)).minus(fill.fee);
      held.set(fill.symbol, change.plus(held.get(fill.symbol) ?? 0));
      prices.set(fill.symbol, fill.price);
    }
    while (due[0] && due[0].day <= day) cash = cash.minus(due.shift()!.amount);
    for (const [symbol, byDay] of closes) {
      const close = byDay.get(day);
      if (close) prices.set(symbol, close);
    }
    if (day === last.day) for (const [symbol, mark] of last.marks) prices.set(symbol, mark);
    const worths = [...held].map(([symbol, quantity]) => quantity.times(prices.get(symbol)!));
    const net = worths.reduce((sum, worth) => sum.plus(worth), new Decimal(0));
    const gross = worths.reduce((sum, worth) => sum.plus(worth.abs()), new Decimal(0));
    return { day, cash, equity: cash.plus(net), gross, net };
  });
}
