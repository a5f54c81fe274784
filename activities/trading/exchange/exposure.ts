import { Decimal } from '../../base/decimal.ts';
import type { DecimalValue } from '../../base/decimal.ts';
import { remainingOf, workingIn } from './book/book.ts';
import type { Book, BookOrder } from './book/book.ts';
import { signedQuantity } from './positions.ts';
import type { Position } from './positions.ts';

/** The remaining quantity of an open order. */
export type OpenOrder = { symbol: string; side: 'buy' | 'sell'; quantity: DecimalValue };

/**
 * Open orders that can open or increase a position, with their remaining quantity. Of an OCO group, one order of each
 * side counts.
 */
export function openingOrders(book: Book): OpenOrder[] {
  const counted = new Set<string>();
  function isFirst({ id, content: { group = id, side } }: BookOrder): boolean {
    const isNew = !counted.has(`${group} ${side}`);
    counted.add(`${group} ${side}`);
    return isNew;
  }
  return workingIn(book)
    .filter(({ content, reduceOnly }) => content.leg === 'entry' && !reduceOnly)
    .filter(isFirst)
    .map((order) => ({ ...order.content, quantity: remainingOf(book, order) }));
}

/**
 * Whether an order can only reduce a position: it is on the opposite side and, together with the open orders of its
 * side, not larger than the position.
 */
export function onlyReduces(order: OpenOrder, held: Decimal, open: readonly OpenOrder[]): boolean {
  const change = signedQuantity(order);
  if (held.isZero() || held.isNegative() === change.isNegative()) return false;
  const sameSide = open.filter(
    ({ symbol, side }) => symbol === order.symbol && side === order.side,
  );
  return total(change, sameSide.map(signedQuantity)).abs().lte(held.abs());
}

const total = (from: Decimal, changes: Decimal[]) =>
  changes.reduce((sum, change) => sum.plus(change), from);

/**
 * The largest and smallest position of a symbol that its open orders can lead to.
 * @param open remaining quantities of the open orders, without reduce-only ones.
 */
export function possibleQuantities(
  symbol: string,
  held: Decimal,
  open: readonly OpenOrder[],
): { most: Decimal; least: Decimal } {
  const changes = open.filter((order) => order.symbol === symbol).map(signedQuantity);
  return {
    most: total(
      held,
      changes.filter((change) => change.isPositive()),
    ),
    least: total(
      held,
      changes.filter((change) => change.isNegative()),
    ),
  };
}

/** The largest absolute value of a symbol's position that the open orders can lead to. */
export function largestWorth(
  symbol: string,
  held: Decimal,
  open: readonly OpenOrder[],
  price: Decimal,
): Decimal {
  const { most, least } = possibleQuantities(symbol, held, open);
  return Decimal.max(most.abs(), least.abs()).times(price);
}

/** Gross exposure: the sum of these largest values over all symbols. */
export function grossExposure(
  positions: ReadonlyMap<string, Position>,
  open: readonly OpenOrder[],
  prices: ReadonlyMap<string, Decimal>,
): Decimal {
  const symbols = new Set([...positions.keys(), ...open.map((order) => order.symbol)]);
  return [...symbols].reduce((sum, symbol) => {
    const held = positions.get(symbol)?.quantity ?? new Decimal(0);
    return sum.plus(largestWorth(symbol, held, open, prices.get(symbol)!));
  }, new Decimal(0));
}
