import { Decimal } from '../../../base/decimal.ts';
import { groupOf, remainingOf, workingIn } from './book.ts';
import type { Book, BookOrder } from './book.ts';
import type { BookEvent, Release } from '../../../../contracts/trading/book-events.ts';
import { isWorking } from '../../../../contracts/trading/orders.ts';
import type { MatchingTerms } from '../matching/matching.ts';
import { closable } from './working-order.ts';
import { reserveFor } from './reserve.ts';

const moneyDecimals = 12;

/**
 * The reserve that a fill releases: its share, or all of the rest with the last fill. In an OCO group, one order holds
 * the reserve.
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

/**
 * The event that cancels or expires an order. It releases the order's reserve, or passes it to the order of its OCO
 * group that needs the most.
 */
export function cancelEvent(
  book: Book,
  order: BookOrder,
  { kind = 'canceled', reason, terms }: Ending,
): BookEvent {
  const { id: orderId, reserve } = order;
  const passed = passedBy(book, order, terms);
  const release = { orderId, amount: reserve.toFixed() };
  return { kind, orderId, reason, release, ...(passed && { passed }) };
}

/** How an order ends. `kind` is `canceled` by default. */
export type Ending = { kind?: 'canceled' | 'expired'; reason: string; terms: MatchingTerms };

function passedBy(book: Book, order: BookOrder, terms: MatchingTerms): Release | undefined {
  const quantity = remainingOf(book, order);
  if (order.reserve.isZero() || quantity.isZero()) return undefined;
  const needs = groupOf(book, order)
    .filter((other) => other.id !== order.id && worksOn(book, other))
    .map(({ id, content }) => ({
      id,
      // No order of an OCO group is a market order, so the market price is not used.
      needed: reserveFor({ ...content, quantity: quantity.toFixed() }, noPrice, terms),
    }));
  const most = Decimal.max(0, ...needs.map(({ needed }) => needed));
  const heir = needs.find(({ needed }) => needed.eq(most));
  return heir && { orderId: heir.id, amount: Decimal.min(order.reserve, most).toFixed() };
}

/** Whether an order stays open: not if its cancel was requested, or if it has nothing left to close. */
function worksOn(book: Book, order: BookOrder): boolean {
  const { status, content, reduceOnly } = order;
  if (!isWorking(status) || status === 'pending_cancel') return false;
  return (content.leg === 'entry' && !reduceOnly) || !closable(book, order).isZero();
}

const noPrice = new Decimal(0);

/** Orders of a symbol, or of all symbols, whose cancel was requested, with the reason. */
export function wantedCancels(book: Book, symbol?: string): { order: BookOrder; reason: string }[] {
  return workingIn(book, symbol).flatMap((order) =>
    order.cancelRequest ? [{ order, reason: order.cancelRequest.reason }] : [],
  );
}
