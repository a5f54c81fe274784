import type { OrderContent } from '../../../../contracts/trading/book-events.ts';
import { Decimal } from '../../../base/decimal.ts';
import type { WorkingOrder } from '../matching/matching.ts';
import { remainingOf } from './book.ts';
import type { Book, BookOrder } from './book.ts';

const priceOf = (text: string | undefined) => (text === undefined ? undefined : new Decimal(text));

/**
 * What an order may trade. A stop or a target may only close the position, and so may an order that was accepted only
 * since it reduces, and a sale where nothing may be sold short.
 */
export function tradable(book: Book, order: BookOrder, allowShort: boolean): Decimal {
  const { symbol, side, leg } = order.content;
  const remaining = remainingOf(book, order);
  const mayOpen = leg === 'entry' && !order.reduceOnly;
  if (mayOpen && (side === 'buy' || allowShort)) return remaining;
  const held = book.positions.get(symbol)?.quantity ?? new Decimal(0);
  const closable = side === 'sell' ? held : held.negated();
  return Decimal.max(0, Decimal.min(remaining, closable));
}

/** Cash and volume go first to orders that can only make the position smaller. */
function onlyReduces(book: Book, order: BookOrder): boolean {
  const { symbol, side, leg } = order.content;
  if (leg !== 'entry' || order.reduceOnly) return true;
  return reducesBy(book, { symbol, side, quantity: remainingOf(book, order) });
}

/** Whether a trade makes a position smaller, and not more than closes it. */
export function reducesBy(
  book: Book,
  trade: Pick<OrderContent, 'symbol' | 'side'> & { quantity: Decimal },
): boolean {
  const held = book.positions.get(trade.symbol)?.quantity ?? new Decimal(0);
  const isOpposite = trade.side === 'buy' ? held.lt(0) : held.gt(0);
  return isOpposite && trade.quantity.lte(held.abs());
}

export function workingOrder(book: Book, order: BookOrder, allowShort: boolean): WorkingOrder {
  const { id, content, triggered, day } = order;
  return {
    id,
    side: content.side,
    type: content.type,
    remaining: tradable(book, order, allowShort),
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
