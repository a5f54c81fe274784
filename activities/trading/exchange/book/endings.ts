import { Decimal } from '../../../base/decimal.ts';
import { groupOf, remainingOf, workingIn } from './book.ts';
import type { Book, BookOrder } from './book.ts';
import type { BookEvent, Release } from '../../../../contracts/trading/book-events.ts';

const moneyDecimals = 12;

/**
 * What a fill of a quantity frees: its part of the reserve, and with the last one all that is left of it. The reserve of
 * a group is held by one of its orders.
 */
export function releaseOf(book: Book, order: BookOrder, quantity: Decimal): Release {
  const holder = groupOf(book, order).find(({ reserve }) => !reserve.isZero()) ?? order;
  const remaining = remainingOf(book, order);
  const amount = quantity.gte(remaining)
    ? holder.reserve
    : holder.reserve
        .times(quantity)
        .div(remaining)
        .toDecimalPlaces(moneyDecimals, Decimal.ROUND_DOWN);
  return { orderId: holder.id, amount: amount.toFixed() };
}

/** The end of an order before it is wholly filled; it frees what the order still holds. */
export function cancelEvent(
  { id: orderId, reserve }: BookOrder,
  { kind = 'canceled', reason }: { kind?: 'canceled' | 'expired'; reason: string },
): BookEvent {
  return { kind, orderId, reason, release: { orderId, amount: reserve.toFixed() } };
}

/** The ends of the orders of a symbol, or of all, that somebody wants canceled. */
export function wantedCancels(book: Book, symbol?: string): BookEvent[] {
  return workingIn(book, symbol).flatMap((order) => {
    const { cancelRequest } = order;
    return cancelRequest ? [cancelEvent(order, cancelRequest)] : [];
  });
}
