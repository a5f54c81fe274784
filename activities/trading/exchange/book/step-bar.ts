import { dayOf } from '../../market/days.ts';
import { matchBar } from '../matching/match-bar.ts';
import type { BarMatch } from '../matching/match-bar.ts';
import type { MatchedFill, MatchEvent, WorkingOrder, MatchingTerms } from '../matching/matching.ts';
import { Decimal } from '../../../base/decimal.ts';
import { applyEvent } from './apply-event.ts';
import { availableIn, remainingOf, workingIn } from './book.ts';
import type { Book, BookOrder } from './book.ts';
import { cancelEvent, releaseOf } from './endings.ts';
import type { BookEvent, OrderContent } from '../../../../contracts/trading/book-events.ts';
import { protectingOrderId } from './ids.ts';
import { reserveFor } from './reserve.ts';

export type BarStep = Omit<BarMatch, 'orders' | 'most' | 'allow'> & {
  symbol: string;
  /** Which orders of the symbol the bar can fill: those accepted before it opened. Left out, all. */
  eligible?: (order: BookOrder) => boolean;
  /** Whether more may be sold than is held; what is held can have become less since an order was taken. */
  allowShort: boolean;
};

const priceOf = (text: string | undefined) => (text === undefined ? undefined : new Decimal(text));

/**
 * What an order may trade. A stop or a target may only close the position, and so may an order that was accepted only
 * since it reduces, and a sale where nothing may be sold short.
 */
function tradable(book: Book, order: BookOrder, allowShort: boolean): Decimal {
  const { symbol, side, leg } = order.content;
  const remaining = remainingOf(book, order);
  const mayOpen = leg === 'entry' && !order.reduceOnly;
  if (mayOpen && (side === 'buy' || allowShort)) return remaining;
  const held = book.positions.get(symbol)?.quantity ?? new Decimal(0);
  const closable = side === 'sell' ? held : held.negated();
  return Decimal.max(0, Decimal.min(remaining, closable));
}

function workingOrder(book: Book, order: BookOrder, allowShort: boolean): WorkingOrder {
  const { id, content, triggered, day } = order;
  return {
    id,
    side: content.side,
    type: content.type,
    remaining: tradable(book, order, allowShort),
    limitPrice: priceOf(content.limitPrice),
    stopPrice: priceOf(content.stopPrice),
    timeInForce: content.timeInForce,
    triggered,
    resting: day !== undefined,
    day,
    group: content.group,
  };
}

/**
 * What a bar does to the account, applied to the book: fills with what they free and protect, and orders that end. An
 * order whose fill costs more than the cash that is free is canceled.
 * @returns the events, in order.
 */
export function stepBar(book: Book, step: BarStep): BookEvent[] {
  const { symbol, bar, allowShort, eligible = () => true } = step;
  const events: BookEvent[] = [];
  const emit = (event: BookEvent) => {
    applyEvent(book, event);
    events.push(event);
  };
  const cancel = (order: BookOrder, reason: string) => emit(cancelEvent(order, { reason }));

  for (const order of workingIn(book, symbol).filter(eligible)) {
    const { cancelRequest } = order;
    if (cancelRequest && bar.time > cancelRequest.at) cancel(order, cancelRequest.reason);
  }
  const matched = workingIn(book, symbol).filter(eligible);
  const tooDear = new Set<BookOrder>();

  const most = ({ id }: WorkingOrder) => tradable(book, book.orders.get(id)!, allowShort);

  function allow({ id }: WorkingOrder, fill: MatchedFill): boolean {
    const order = book.orders.get(id)!;
    if (order.content.side === 'sell') return true;
    const freed = releaseOf(book, order, fill.quantity).amount;
    const isAffordable = fill.notional.plus(fill.fee).lte(availableIn(book).plus(freed));
    if (!isAffordable) tooDear.add(order);
    return isAffordable;
  }

  /** What follows from each event of matching. */
  const follow: {
    [Kind in MatchEvent['kind']]: (of: Extract<MatchEvent, { kind: Kind }>) => void;
  } = {
    triggered: ({ orderId }) => emit({ kind: 'triggered', orderId, barTime: bar.time }),
    filled({ orderId, fill }) {
      const order = book.orders.get(orderId)!;
      emit(fillEvent(book, order, fill, bar.time));
      for (const event of protectingOrders(book, order, fill, step.terms)) emit(event);
    },
    expired: ({ orderId, reason }) =>
      emit(cancelEvent(book.orders.get(orderId)!, { kind: 'expired', reason })),
    replaced: ({ orderId, reason }) => cancel(book.orders.get(orderId)!, reason),
  };
  const orders = matched.map((order) => workingOrder(book, order, allowShort));
  for (const event of matchBar({ ...step, orders, most, allow }))
    follow[event.kind](event as never);

  for (const order of matched) {
    order.day ??= dayOf(bar.time);
    if (!workingIn(book, symbol).includes(order)) continue;
    if (remainingOf(book, order).isZero()) cancel(order, 'a linked order was filled (OCO)');
    else if (tradable(book, order, allowShort).isZero()) cancel(order, 'no position left to close');
    else if (tooDear.has(order)) {
      const reason = `the next bar opened at ${new Decimal(bar.open)}: the order costs more than the available cash`;
      cancel(order, reason);
    }
  }
  return events;
}

function fillEvent(book: Book, order: BookOrder, fill: MatchedFill, barTime: string): BookEvent {
  return {
    kind: 'filled',
    orderId: order.id,
    fill: {
      id: `${order.id}/${order.fills + 1}`,
      quantity: fill.quantity.toFixed(),
      price: fill.price.toFixed(),
      notional: fill.notional.toFixed(),
      fee: fill.fee.toFixed(),
      liquidity: fill.liquidity,
    },
    release: releaseOf(book, order, fill.quantity),
    barTime,
  };
}

/**
 * The stop and the target of a fill, where its order asks for them: each fill of an entry is closed by a pair of its
 * own, so that a partial fill is never unprotected, and never over-protected. They pass no gate, since they can only
 * close, and begin to work with the next bar. The stop holds the reserve of both.
 */
function protectingOrders(
  book: Book,
  entry: BookOrder,
  fill: MatchedFill,
  terms: MatchingTerms,
): BookEvent[] {
  const { symbol, side, stopLoss, takeProfit, leg } = entry.content;
  if (leg !== 'entry' || (stopLoss === undefined && takeProfit === undefined)) return [];
  const common = {
    symbol,
    side: side === 'buy' ? ('sell' as const) : ('buy' as const),
    quantity: fill.quantity.toFixed(),
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
    const needed = index === 0 ? reserveFor(order, fill.price, terms, free) : new Decimal(0);
    free = free.minus(needed);
    return [
      { kind: 'submitted', orderId, order },
      { kind: 'accepted', orderId, reserve: needed.toFixed() },
    ];
  });
}
