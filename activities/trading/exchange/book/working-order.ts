import { Decimal } from '../../../base/decimal.ts';
import { matchedType } from '../matching/matching.ts';
import type { WorkingOrder } from '../matching/matching.ts';
import { remainingOf } from './book.ts';
import type { Book, BookOrder } from './book.ts';

const priceOf = (text: string | undefined) => (text === undefined ? undefined : new Decimal(text));

/**
 * What an order may trade. A stop or a target may only close the position, and so may an order that was accepted only
 * since it reduces, and a sale where nothing may be sold short.
 */
export function tradable(book: Book, order: BookOrder, allowShort: boolean): Decimal {
  const { side, leg } = order.content;
  const remaining = remainingOf(book, order);
  const mayOpen = leg === 'entry' && !order.reduceOnly;
  if (mayOpen && (side === 'buy' || allowShort)) return remaining;
  return Decimal.min(remaining, closable(book, order));
}

/** How much of the position an order can close: what is held, where the order is on the other side of it. */
export function closable(book: Book, { content: { symbol, side } }: BookOrder): Decimal {
  const held = book.positions.get(symbol)?.quantity ?? new Decimal(0);
  return Decimal.max(0, side === 'sell' ? held : held.negated());
}

/** Cash and volume go first to orders that can only make the position smaller. */
function onlyReduces(book: Book, order: BookOrder): boolean {
  if (order.content.leg !== 'entry' || order.reduceOnly) return true;
  return remainingOf(book, order).lte(closable(book, order));
}

/** @param barTime when the bar opened that it is to work on. */
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
    // What an entry may trade is asked for before each fill: the bar can bring what it is to sell.
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
