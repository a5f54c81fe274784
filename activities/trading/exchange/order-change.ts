import type { OrderChange } from '../../../contracts/trading/book-events.ts';
import { isWorking } from '../../../contracts/trading/orders.ts';
import type { Database } from '../../../db/open.ts';
import { Decimal } from '../../base/decimal.ts';
import { barLengthMs } from '../market/days.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { readFacts } from './accept-order.ts';
import type { MarketFacts } from './accept-order.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { groupOf, remainingOf } from './book/book.ts';
import type { Book, BookOrder, EarlierPrices } from './book/book.ts';
import { reserveFor } from './book/reserve.ts';
import type { OrderFacts } from './gates/gate.ts';
import type { LoadedBook } from './load-book.ts';
import type { OrderRequest } from './order.ts';

/** A change of an open order. Omitted fields stay as they are. */
export type Replacement = {
  /** Unique id of the replacement, the same on every retry. */
  replacementId: string;
  clientOrderId: string;
  /** Total quantity, including fills so far. */
  quantity?: Decimal | undefined;
  limitPrice?: Decimal | undefined;
  stopPrice?: Decimal | undefined;
  /** The price that the decision is based on. The market must still be near it. */
  referencePrice: Decimal;
};

const conflict = (message: string) =>
  new ToolError(message, { retryable: false, fault: 'conflict' });

const prices = ['limitPrice', 'stopPrice'] as const;

/** The values that differ from the order. */
function changeOf({ content, quantity }: BookOrder, asked: Replacement): OrderChange {
  const isOther = (name: (typeof prices)[number]) =>
    asked[name] !== undefined && !asked[name].eq(content[name] ?? 0);
  return {
    ...(asked.quantity && !asked.quantity.eq(quantity) && { quantity: asked.quantity.toFixed() }),
    ...Object.fromEntries(
      prices.flatMap((name) => (isOther(name) ? [[name, asked[name]!.toFixed()]] : [])),
    ),
  };
}

/** @throws {ToolError} permanent, if the order cannot be changed this way. */
function checkChange(order: BookOrder | undefined, asked: Replacement): asserts order is BookOrder {
  const { clientOrderId, quantity, stopPrice } = asked;
  if (!order || !isWorking(order.status) || order.status === 'pending_cancel') {
    throw conflict(
      `The order ${clientOrderId} is no longer open, so it cannot be replaced; get_pending_orders lists open orders`,
    );
  }
  if (order.content.leg === 'margin') {
    throw conflict('The order of a margin call cannot be replaced; place your own order');
  }
  if (Object.keys(changeOf(order, asked)).length === 0) {
    throw conflict(
      'The order already has these values; give another quantity, limitPrice or stopPrice',
    );
  }
  if (quantity && order.content.group !== undefined && !quantity.eq(order.quantity)) {
    throw conflict(
      'All orders of a group have the same quantity, which cannot be replaced; cancel them and place new orders',
    );
  }
  if (stopPrice && order.content.type === 'trailing_stop') {
    throw conflict(
      'The stop price of a trailing stop follows the market, so it cannot be replaced; cancel the order and place a new one',
    );
  }
  if (quantity?.lte(order.filled)) {
    throw conflict(
      `${order.filled} of the order is already filled; give a larger quantity, or cancel it`,
    );
  }
  if (stopPrice && order.triggered) {
    throw conflict('The stop price was already reached, so it cannot be replaced');
  }
}

/** The rest of the changed order, as a new order for the gates. */
function requestOf(
  book: Book,
  order: BookOrder,
  { change, asked }: { change: OrderChange; asked: Replacement },
): OrderRequest {
  const { limitPrice, stopPrice, stopLoss, takeProfit, trailAmount, trailPercent, ...content } = {
    ...order.content,
    ...change,
  };
  const exact = (text: string | undefined) => (text === undefined ? undefined : new Decimal(text));
  const { clientOrderId, referencePrice } = asked;
  // After its stop price was reached, the rest is a limit or a market order.
  const reached = content.type === 'stop_limit' ? 'limit' : 'market';
  return {
    clientOrderId,
    runId: '',
    symbol: content.symbol,
    side: content.side,
    type: order.triggered ? reached : content.type,
    quantity: remainingOf(book, order).plus(content.quantity).minus(order.quantity),
    referencePrice,
    limitPrice: exact(limitPrice),
    stopPrice: order.triggered ? undefined : exact(stopPrice),
    timeInForce: content.timeInForce,
    stopLoss: exact(stopLoss),
    takeProfit: exact(takeProfit),
    trailAmount: exact(trailAmount),
    trailPercent: exact(trailPercent),
  };
}

/** The account without an order and its OCO group, to check the changed order against. */
function without({ book, ...loaded }: LoadedBook, order: BookOrder): LoadedBook {
  const group = groupOf(book, order);
  const others = [...book.orders].filter(([, other]) => !group.includes(other));
  return { ...loaded, book: { ...book, orders: new Map(others) } };
}

type Checked = { order: BookOrder; change: OrderChange; facts: OrderFacts };

/**
 * The change of an order, and the facts for the gates.
 * @throws {ToolError} permanent, if the order cannot be changed this way.
 */
export async function checkedChange(
  tx: Database,
  { settings }: AccountDependencies,
  asked: Replacement,
  { loaded, market }: { loaded: LoadedBook; market: MarketFacts },
): Promise<Checked> {
  const order = loaded.book.orders.get(asked.clientOrderId);
  checkChange(order, asked);
  const { snapshot, ...known } = market;
  if (snapshot instanceof ToolError) throw snapshot;
  const change = changeOf(order, asked);
  const facts = await readFacts(tx, requestOf(loaded.book, order, { change, asked }), {
    loaded: without(loaded, order),
    snapshot,
    ...known,
    settings,
    onlyCloses: order.reduceOnly || order.content.leg !== 'entry',
  });
  return { order, change, facts };
}

/** The reserve of the changed order: what it needs, or what another order of its OCO group needs if that is more. */
export function reserveWith(book: Book, order: BookOrder, facts: OrderFacts): Decimal {
  const quantity = remainingOf(book, order).toFixed();
  const { market, settings, available } = facts;
  const others = groupOf(book, order).filter(
    (other) => other.id !== order.id && isWorking(other.status),
  );
  const needed = others.map(({ content }) =>
    reserveFor({ ...content, quantity }, market.price, settings, available),
  );
  return Decimal.max(facts.reserve, ...needed);
}

/** Whether the change loses the order's place in the queue: with another price or a larger quantity. */
export function losesPlace({ quantity }: BookOrder, change: OrderChange): boolean {
  const { quantity: wanted, ...changed } = change;
  return Object.keys(changed).length > 0 || new Decimal(wanted ?? 0).gt(quantity);
}

/**
 * The old prices, which a protecting stop keeps on the bar in progress, so that its position is never unprotected:
 * within a bar, it is unknown what came before the replacement. Undefined for other orders, which wait for the next
 * bar.
 */
export function earlierPrices(
  { content, triggered, earlier }: BookOrder,
  change: OrderChange,
  { reduces, market: { bar, timeframe } }: OrderFacts,
): EarlierPrices | undefined {
  if (!reduces || triggered || content.stopPrice === undefined) return undefined;
  const opens = Date.parse(bar.time) + barLengthMs[timeframe];
  const isSameBar = earlier !== undefined && Date.parse(earlier.until) > opens;
  const changed = prices.filter((name) => change[name] !== undefined);
  return {
    ...Object.fromEntries(changed.map((name) => [name, content[name]])),
    ...(isSameBar && earlier.prices),
  };
}
