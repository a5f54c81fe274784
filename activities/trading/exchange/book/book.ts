import type { OrderStatus } from '../../../../contracts/trading/orders.ts';
import { isWorking } from '../../../../contracts/trading/orders.ts';
import { Decimal } from '../../../base/decimal.ts';
import type { Position } from '../positions.ts';
import type { OrderChange, OrderContent } from '../../../../contracts/trading/book-events.ts';

export type EarlierPrices = Pick<OrderChange, 'limitPrice' | 'stopPrice'>;

/** An order with how far it has come. */
export type BookOrder = {
  id: string;
  content: OrderContent;
  quantity: Decimal;
  status: OrderStatus;
  filled: Decimal;
  /** How many fills it has had. */
  fills: number;
  /** Cash that it holds. */
  reserve: Decimal;
  /** Whether its stop price was reached. */
  triggered: boolean;
  /** Whether it may only make a position smaller. */
  reduceOnly: boolean;
  /** Other prices, which count on bars that opened before a time, in ISO 8601. */
  earlier?: { until: string; prices: EarlierPrices } | undefined;
  /** Why somebody asked for its end, and when, in ISO 8601: bars that open later do not fill it. */
  cancelRequest?: { at: string; reason: string } | undefined;
  /** The day of its first bar; left out before that one. */
  day?: string | undefined;
};

/** An account: its cash, what its orders hold of it, and what it has bought and sold. */
export type Book = {
  cash: Decimal;
  /** In the order in which they were submitted. */
  orders: Map<string, BookOrder>;
  /** Open ones alone. */
  positions: Map<string, Position>;
  /** Profit of what was closed, without fees. */
  realized: Decimal;
  fees: Decimal;
  /** What shorts have paid to borrow. */
  borrowFees: Decimal;
  deposited: Decimal;
};

export function emptyBook(): Book {
  const zero = new Decimal(0);
  return {
    cash: zero,
    orders: new Map(),
    positions: new Map(),
    realized: zero,
    fees: zero,
    borrowFees: zero,
    deposited: zero,
  };
}

/** Cash that working orders hold. */
export function reservedIn(book: Book): Decimal {
  return [...book.orders.values()].reduce((sum, { reserve }) => sum.plus(reserve), new Decimal(0));
}

/** Cash that no order holds. */
export const availableIn = (book: Book): Decimal => book.cash.minus(reservedIn(book));

/** The orders of a symbol, or of all, that a bar can fill; in the order in which they were submitted. */
export function workingIn(book: Book, symbol?: string): BookOrder[] {
  return [...book.orders.values()].filter(
    ({ status, content }) => isWorking(status) && (!symbol || content.symbol === symbol),
  );
}

/** An order and those that are filled in its place. */
export function groupOf(book: Book, { id, content: { group } }: BookOrder): BookOrder[] {
  return [...book.orders.values()].filter(
    (other) => other.id === id || (group !== undefined && other.content.group === group),
  );
}

/** What is left to fill of an order: what neither it nor another of its group has filled. */
export function remainingOf(book: Book, order: BookOrder): Decimal {
  return groupOf(book, order).reduce((left, { filled }) => left.minus(filled), order.quantity);
}
