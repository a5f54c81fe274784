import type { BookEvent, OrderContent } from '../../../../contracts/trading/book-events.ts';
import { Decimal } from '../../../base/decimal.ts';
import type { MatchingTerms } from '../matching/matching.ts';
import { availableIn } from './book.ts';
import type { Book, BookOrder } from './book.ts';
import { protectingOrderId } from './ids.ts';
import { reserveFor } from './reserve.ts';

/**
 * The stop and the target of a fill, where its order asks for them: each fill of an entry is closed by a pair of its
 * own, so that a partial fill is never unprotected, and never over-protected. They pass no gate, since they can only
 * close. The stop holds the reserve of both.
 * @param opened what the fill has opened, at which price; what it has closed needs no protection.
 */
export function protectingOrders(
  book: Book,
  entry: BookOrder,
  opened: { quantity: Decimal; price: Decimal },
  terms: MatchingTerms,
): BookEvent[] {
  const { symbol, side, stopLoss, takeProfit, leg } = entry.content;
  if (leg !== 'entry' || opened.quantity.isZero()) return [];
  const common = {
    symbol,
    side: side === 'buy' ? ('sell' as const) : ('buy' as const),
    quantity: opened.quantity.toFixed(),
    timeInForce: 'gtc' as const,
    parentId: entry.id,
    group: protectingOrderId(entry.id, 'entry', entry.fills),
  };
  const contents: OrderContent[] = [
    ...(stopLoss === undefined
      ? []
      : [{ ...common, type: 'stop' as const, leg: 'stop' as const, stopPrice: stopLoss }]),
    ...(takeProfit === undefined
      ? []
      : [{ ...common, type: 'limit' as const, leg: 'target' as const, limitPrice: takeProfit }]),
  ];
  let free = availableIn(book);
  return contents.flatMap((order, index): BookEvent[] => {
    const orderId = protectingOrderId(entry.id, order.leg, entry.fills);
    const needed = index === 0 ? reserveFor(order, opened.price, terms, free) : new Decimal(0);
    free = free.minus(needed);
    return [
      { kind: 'submitted', orderId, order },
      { kind: 'accepted', orderId, reserve: needed.toFixed() },
    ];
  });
}
