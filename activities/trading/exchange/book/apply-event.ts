import { canBecome } from '../../../../contracts/trading/orders.ts';
import type { OrderStatus } from '../../../../contracts/trading/orders.ts';
import { Decimal } from '../../../base/decimal.ts';
import { afterTrade, noPosition, signedQuantity } from '../positions.ts';
import { emptyBook } from './book.ts';
import type { Book, BookOrder } from './book.ts';
import type {
  BookEvent,
  BookEventKind,
  OrderContent,
  Release,
} from '../../../../contracts/trading/book-events.ts';

type EventOf<Kind extends BookEventKind> = Extract<BookEvent, { kind: Kind }>;

/** How each event changes the book. */
const effects: { [Kind in BookEventKind]: (book: Book, event: EventOf<Kind>) => void } = {
  opened(book, { deposit }) {
    book.cash = book.cash.plus(deposit);
    book.deposited = book.deposited.plus(deposit);
  },

  adopted(book, { cash, positions, orders }) {
    book.cash = new Decimal(cash);
    for (const { symbol, quantity, averagePrice } of positions) {
      const position = {
        quantity: new Decimal(quantity),
        averagePrice: new Decimal(averagePrice),
      };
      book.positions.set(symbol, position);
    }
    for (const { orderId, order, reserve } of orders) {
      const adopted = newOrder(orderId, order);
      book.orders.set(orderId, { ...adopted, status: 'accepted', reserve: new Decimal(reserve) });
    }
    // The value of the account at this point counts as deposited, so that later gains are counted from here.
    book.deposited = [...book.positions.values()].reduce(
      (sum, { quantity, averagePrice }) => sum.plus(quantity.times(averagePrice)),
      book.cash,
    );
  },

  // Only announces the order that follows.
  margin_call() {},

  borrow_fee(book, { amount }) {
    book.cash = book.cash.minus(amount);
    book.borrowFees = book.borrowFees.plus(amount);
  },

  submitted(book, { orderId, order }) {
    if (book.orders.has(orderId)) throw new RangeError(`The order ${orderId} was submitted twice`);
    book.orders.set(orderId, newOrder(orderId, order));
  },

  accepted(book, { orderId, reserve, reduceOnly = false }) {
    const order = orderOf(book, orderId);
    become(order, 'accepted');
    order.reduceOnly = reduceOnly;
    order.reserve = new Decimal(reserve);
  },

  restricted(book, { orderId }) {
    orderOf(book, orderId).reduceOnly = true;
  },

  replaced(book, event) {
    const { orderId, change, fillsFrom, earlier, reserve, reduceOnly = false } = event;
    const order = orderOf(book, orderId);
    release(book, event.release);
    order.content = { ...order.content, ...change };
    order.quantity = new Decimal(order.content.quantity);
    if (order.quantity.lte(order.filled)) {
      throw new RangeError(`The order ${orderId} has filled ${order.filled} of ${order.quantity}`);
    }
    order.reserve = order.reserve.plus(reserve);
    order.reduceOnly ||= reduceOnly;
    if (fillsFrom === undefined) return;
    order.day = undefined;
    order.earlier = earlier && { until: fillsFrom, prices: earlier };
    book.orders.delete(orderId);
    book.orders.set(orderId, order);
  },

  denied: (book, { orderId }) => become(orderOf(book, orderId), 'denied'),

  triggered(book, { orderId }) {
    const order = orderOf(book, orderId);
    order.triggered = true;
    if (order.status !== 'pending_cancel') become(order, 'triggered');
  },

  trailed(book, { orderId, stopPrice }) {
    const order = orderOf(book, orderId);
    order.content = { ...order.content, stopPrice };
  },

  filled(book, { orderId, fill, release: freed }) {
    const order = orderOf(book, orderId);
    release(book, freed);
    order.filled = order.filled.plus(fill.quantity);
    order.fills += 1;
    const isDone = order.filled.eq(order.quantity);
    if (isDone) become(order, 'filled');
    else if (order.status !== 'pending_cancel') become(order, 'partially_filled');
    trade(book, order.content, fill);
  },

  cancel_requested(book, { orderId, reason, at }) {
    const order = orderOf(book, orderId);
    become(order, 'pending_cancel');
    order.cancelRequest ??= { at, reason };
  },

  canceled: end,
  expired: end,
};

function end(book: Book, event: EventOf<'canceled' | 'expired'>): void {
  const { orderId, kind, passed } = event;
  release(book, event.release);
  if (passed) {
    const heir = orderOf(book, passed.orderId);
    heir.reserve = heir.reserve.plus(passed.amount);
  }
  become(orderOf(book, orderId), kind);
}

function trade(
  book: Book,
  { symbol, side }: OrderContent,
  { quantity, price, notional, fee }: EventOf<'filled'>['fill'],
): void {
  const change = signedQuantity({ side, quantity });
  const before = book.positions.get(symbol) ?? noPosition;
  const { position, realized } = afterTrade(before, change, new Decimal(price));
  if (position.quantity.isZero()) book.positions.delete(symbol);
  else book.positions.set(symbol, position);
  book.cash = (side === 'buy' ? book.cash.minus(notional) : book.cash.plus(notional)).minus(fee);
  book.fees = book.fees.plus(fee);
  book.realized = book.realized.plus(realized);
}

function release(book: Book, { orderId, amount }: Release): void {
  const holder = orderOf(book, orderId);
  const left = holder.reserve.minus(amount);
  if (left.isNegative() && !left.isZero()) {
    throw new RangeError(
      `The order ${orderId} releases ${amount}, but holds only ${holder.reserve}`,
    );
  }
  holder.reserve = left;
}

function become(order: BookOrder, status: OrderStatus): void {
  if (!canBecome(order.status, status)) {
    throw new RangeError(`The order ${order.id} is ${order.status} and cannot become ${status}`);
  }
  order.status = status;
}

function orderOf(book: Book, id: string): BookOrder {
  const order = book.orders.get(id);
  if (!order) throw new RangeError(`Order ${id} not found in the book`);
  return order;
}

function newOrder(id: string, content: OrderContent): BookOrder {
  const zero = new Decimal(0);
  return {
    id,
    content,
    quantity: new Decimal(content.quantity),
    status: 'submitted',
    filled: zero,
    fills: 0,
    reserve: zero,
    triggered: false,
    reduceOnly: false,
  };
}

/**
 * Applies an event to the book.
 * @throws {RangeError} if the event cannot follow the ones before it.
 */
export function applyEvent<Kind extends BookEventKind>(book: Book, event: EventOf<Kind>): void {
  effects[event.kind as Kind](book, event);
}

/** Rebuilds a book from its events. @throws {RangeError} as `applyEvent`. */
export function bookAfter(events: Iterable<BookEvent>): Book {
  const book = emptyBook();
  for (const event of events) applyEvent(book, event);
  return book;
}
