import type { BookEvent, OrderContent } from '../../../../contracts/trading/book-events.ts';
import type { OrderSide } from '../../../../contracts/trading/orders.ts';
import { Decimal } from '../../../base/decimal.ts';
import type { MatchingTerms } from '../matching/matching.ts';
import { availableIn } from './book.ts';
import type { Book, BookOrder } from './book.ts';
import { protectingOrderId } from './ids.ts';
import { reserveFor } from './reserve.ts';
import { distanceOf, nearerStop, stopBehind } from './trailing.ts';

/**
 * The stop and target that protect a fill of an entry, if the entry asks for them. Each fill gets its own pair, so the
 * protected quantity always equals the filled one. They skip the gates, since they can only close. The stop holds the
 * reserve of both.
 * @param opened the quantity that the fill opened, and its price. A quantity that closes a position needs no
 * protection.
 */
export function protectingOrders(
  book: Book,
  entry: BookOrder,
  opened: { quantity: Decimal; price: Decimal },
  terms: MatchingTerms,
): BookEvent[] {
  const { symbol, takeProfit, leg } = entry.content;
  if (leg !== 'entry' || opened.quantity.isZero()) return [];
  const side: OrderSide = entry.content.side === 'buy' ? 'sell' : 'buy';
  const common = {
    symbol,
    side,
    quantity: opened.quantity.toFixed(),
    timeInForce: 'gtc' as const,
    parentId: entry.id,
    group: protectingOrderId(entry.id, 'entry', entry.fills),
  };
  const contents: OrderContent[] = [
    ...stopOf(entry.content, side, opened.price).map((stop) => ({
      ...common,
      ...stop,
      leg: 'stop' as const,
    })),
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

/** The protecting stop. A trailing one starts at its distance from the fill, or at stopLoss if that is nearer. */
function stopOf(
  { type, stopLoss, trailAmount, trailPercent }: OrderContent,
  side: OrderSide,
  price: Decimal,
): Pick<OrderContent, 'type' | 'stopPrice' | 'trailAmount'>[] {
  // The distance of a trailing_stop entry belongs to the entry itself.
  const distance =
    type === 'trailing_stop' ? undefined : distanceOf({ trailAmount, trailPercent }, price);
  if (distance === undefined) {
    return stopLoss === undefined ? [] : [{ type: 'stop', stopPrice: stopLoss }];
  }
  const trailing = stopBehind(side, price, distance);
  const stopPrice =
    stopLoss === undefined ? trailing : nearerStop(side, trailing, new Decimal(stopLoss));
  return [
    { type: 'trailing_stop', stopPrice: stopPrice.toFixed(), trailAmount: distance.toFixed() },
  ];
}
