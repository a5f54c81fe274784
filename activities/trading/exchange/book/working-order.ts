import { Decimal } from '../../../base/decimal.ts';
import { matchedType } from '../matching/matching.ts';
import type { WorkingOrder } from '../matching/matching.ts';
import { remainingOf } from './book.ts';
import type { Book, BookOrder } from './book.ts';

const priceOf = (text: string | undefined) => (text === undefined ? undefined : new Decimal(text));

/**
 * The quantity that an order can trade now. Stops, targets and reduce-only orders can only close the position, and so
 * can any sale if shorting is not allowed.
 */
export function tradable(book: Book, order: BookOrder, allowShort: boolean): Decimal {
  const { side, leg } = order.content;
  const remaining = remainingOf(book, order);
  const mayOpen = leg === 'entry' && !order.reduceOnly;
  if (mayOpen && (side === 'buy' || allowShort)) return remaining;
  return Decimal.min(remaining, closable(book, order));
}

/** The quantity of the position that an order would close; 0 if it is on the same side. */
export function closable(book: Book, { content: { symbol, side } }: BookOrder): Decimal {
  const held = book.positions.get(symbol)?.quantity ?? new Decimal(0);
  return Decimal.max(0, side === 'sell' ? held : held.negated());
}

/** Whether an order can only reduce the position. Such orders get cash and volume first. */
function onlyReduces(book: Book, order: BookOrder): boolean {
  if (order.content.leg !== 'entry' || order.reduceOnly) return true;
  return remainingOf(book, order).lte(closable(book, order));
}

/** An order of the book as matching needs it. @param barTime opening time of the bar to match, in ISO 8601. */
export function workingOrder(
  book: Book,
  order: BookOrder,
  { allowShort, barTime }: { allowShort: boolean; barTime: string },
): WorkingOrder {
  const { id, triggered, day, earlier } = order;
  const isEarlier = earlier !== undefined && barTime < earlier.until;
  const content = isEarlier ? { ...order.content, ...earlier.prices } : order.content;
  return {
    id,
    side: content.side,
    type: matchedType(content.type),
    // For an entry, the tradable quantity is asked before each fill, since the bar can create the position that it
    // sells.
    remaining:
      content.leg === 'entry' && !order.reduceOnly
        ? remainingOf(book, order)
        : tradable(book, order, allowShort),
    reduces: onlyReduces(book, order),
    limitPrice: priceOf(content.limitPrice),
    stopPrice: priceOf(content.stopPrice),
    timeInForce: content.timeInForce,
    triggered,
    resting: day !== undefined,
    day,
    group: content.group,
  };
}
