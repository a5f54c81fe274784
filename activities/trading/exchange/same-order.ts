import { listOrderEvents } from '../../../db/trading/events.ts';
import { findOrder } from '../../../db/trading/orders.ts';
import type { Database } from '../../../db/open.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import type { Order, OrderRequest } from './order.ts';
import { Decimal } from '../../base/decimal.ts';
import { toOrder } from './records.ts';

/** An amount as stored. A market price, such as a reference price, can have more decimals. */
const recorded = (amount: Decimal) => amount.toDecimalPlaces(12, Decimal.ROUND_HALF_UP);

/** An amount as stored when prices had eight decimals. Orders from then can still be open. */
const formerlyRecorded = (amount: Decimal) => amount.toDecimalPlaces(8);

function sameAmount(one: Decimal | undefined, other: Decimal | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.eq(recorded(other)) || one.eq(formerlyRecorded(other));
}

/** The original amounts of an order that was replaced since. */
async function amountsAsked(db: Database, request: OrderRequest): Promise<Partial<Order>> {
  const { clientOrderId, referencePrice } = request;
  const events = (await listOrderEvents(db, clientOrderId)).map(({ event }) => event);
  const [first] = events;
  if (first?.kind !== 'submitted' || events.every(({ kind }) => kind !== 'replaced')) return {};
  const { quantity, limitPrice, stopPrice } = first.order;
  const optional = (text: string | undefined) =>
    text === undefined ? undefined : new Decimal(text);
  return {
    quantity: new Decimal(quantity),
    limitPrice: optional(limitPrice),
    stopPrice: optional(stopPrice),
    referencePrice,
  };
}

const amounts = [
  'quantity',
  'referencePrice',
  'limitPrice',
  'stopPrice',
  'stopLoss',
  'takeProfit',
  'trailAmount',
  'trailPercent',
] as const;

/** Whether a value of a trailing stop is derived: its stop price, and its distance if it was given in percent. */
function isDerived({ type, trailPercent }: OrderRequest, name: (typeof amounts)[number]): boolean {
  if (type !== 'trailing_stop') return false;
  return name === 'stopPrice' || (name === 'trailAmount' && trailPercent !== undefined);
}

/**
 * The order that was placed with the same id, if any.
 * @throws {ToolError} permanent, if its content or account differs.
 */
async function findSameOrder(
  db: Database,
  request: OrderRequest,
  accountId: string,
): Promise<Order | undefined> {
  const row = await findOrder(db, request.clientOrderId);
  if (!row) return undefined;
  if (row.accountId !== accountId) {
    throw new ToolError(
      `The id ${request.clientOrderId} belongs to an order of another account. This order was not placed.`,
      { retryable: false, fault: 'conflict' },
    );
  }
  const order = toOrder(row);
  const asked = { ...order, ...(await amountsAsked(db, request)) };
  const same =
    order.symbol === request.symbol &&
    order.side === request.side &&
    order.type === request.type &&
    order.group === request.group &&
    order.timeInForce === (request.timeInForce ?? 'gtc') &&
    amounts.every((name) => isDerived(request, name) || sameAmount(asked[name], request[name]));
  if (same) return order;
  throw new ToolError(
    `Another order was placed under the same id (${order.side} ${order.quantity} ${order.symbol}); ` +
      'this order was not placed. Start a new run to place it.',
    { retryable: false, fault: 'conflict' },
  );
}

/**
 * The orders that were placed with the same ids; undefined if none was.
 * @throws {ToolError} permanent, if their content or account differs.
 */
export async function findSameOrders(
  db: Database,
  requests: readonly OrderRequest[],
  accountId: string,
): Promise<Order[] | undefined> {
  const found: Order[] = [];
  for (const request of requests) {
    const order = await findSameOrder(db, request, accountId);
    if (order) found.push(order);
  }
  return found.length > 0 ? found : undefined;
}
