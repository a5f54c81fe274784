import { findOrder } from '../../db/repositories/orders.ts';
import type { Database } from '../../db/open.ts';
import { ToolError } from '../tools/tool.ts';
import type { Order, OrderRequest } from './exchange.ts';
import { toOrder } from './records.ts';

/**
 * The order that was placed under the same id, if there is one.
 * @throws {ToolError} not retryable, when its content is another.
 */
export async function findSameOrder(
  db: Database,
  request: OrderRequest,
): Promise<Order | undefined> {
  const row = await findOrder(db, request.clientOrderId);
  if (!row) return undefined;
  const order = toOrder(row);
  const same =
    order.symbol === request.symbol &&
    order.side === request.side &&
    order.type === request.type &&
    order.quantity.eq(request.quantity) &&
    order.referencePrice.eq(request.referencePrice);
  if (same) return order;
  throw new ToolError(
    `Another order was placed under the same id (${order.side} ${order.quantity} ${order.symbol}); ` +
      'this one was not placed. Start a new run to place it.',
    { retryable: false },
  );
}
