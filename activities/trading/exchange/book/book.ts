import type { OrderStatus } from '../../../../contracts/trading/orders.ts';
import { isWorking } from '../../../../contracts/trading/orders.ts';
import { Decimal } from '../../../base/decimal.ts';
import type { Position } from '../positions.ts';
import type { OrderChange, OrderContent } from '../../../../contracts/trading/book-events.ts';

/** Prices of an order before it was replaced. */
export type EarlierPrices = Pick<OrderChange, 'limitPrice' | 'stopPrice'>;

/** An order and its state. */
export type BookOrder = {
  id: string;
  content: OrderContent;
  quantity: Decimal;
  status: OrderStatus;
  filled: Decimal;
  fills: number;
  /** Cash reserved for it. */
  reserve: Decimal;
  /** Whether its stop price was reached. */
  triggered: boolean;
  /** Whether it can only reduce a position. */
  reduceOnly: boolean;
  /** Prices before a replacement. They apply to bars that open before `until` (ISO 8601). */
  earlier?: { until: string; prices: EarlierPrices } | undefined;
  /** Reason and ISO 8601 time of a cancel request. Bars that open later do not fill it. */
  cancelRequest?: { at: string; reason: string } | undefined;
  /** Day of its first bar, as `YYYY-MM-DD`; undefined before that. */
  day?: string | undefined;
};

/** The state of an account: cash, orders and positions. Amounts are in the account's currency. */
export type Book = {
  cash: Decimal;
  /** By id, in the order of submission. */
  orders: Map<string, BookOrder>;
  /** Open positions by symbol. */
  positions: Map<string, Position>;
  /** Realized profit, before fees. */
  realized: Decimal;
  fees: Decimal;
  /** Borrow fees paid for shorts. */
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

/** Cash reserved by open orders. */
export function reservedIn(book: Book): Decimal {
  return [...book.orders.values()].reduce((sum, { reserve }) => sum.plus(reserve), new Decimal(0));
}

/** Cash that is not reserved. */
export const availableIn = (book: Book): Decimal => book.cash.minus(reservedIn(book));

/** Open orders of a symbol, or of all symbols, in the order of submission. */
export function workingIn(book: Book, symbol?: string): BookOrder[] {
  return [...book.orders.values()].filter(
    ({ status, content }) => isWorking(status) && (!symbol || content.symbol === symbol),
  );
}

/** An order and the other orders of its OCO group. */
export function groupOf(book: Book, { id, content: { group } }: BookOrder): BookOrder[] {
  return [...book.orders.values()].filter(
    (other) => other.id === id || (group !== undefined && other.content.group === group),
  );
}

/** The remaining quantity of an order, less what it or another order of its OCO group has filled. */
export function remainingOf(book: Book, order: BookOrder): Decimal {
  return groupOf(book, order).reduce((left, { filled }) => left.minus(filled), order.quantity);
}
