import { findOrder } from '../../../db/trading/orders.ts';
import { requestCancel } from '../../../db/trading/cancel-requests.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import type { ExchangeDependencies } from './account-dependencies.ts';

/**
 * Asks for the end of an order; the next look at the market ends it. An order that has ended is left as it is.
 * @throws {ToolError} not retryable, when there is no such order.
 */
export async function requestOrderCancel(
  { db, settings }: ExchangeDependencies,
  clientOrderId: string,
  reason: string,
): Promise<void> {
  const found = await findOrder(db, clientOrderId);
  if (!found || found.accountId !== settings.accountId) {
    throw new ToolError(
      `Order ${clientOrderId} not found; get_pending_orders lists orders that can be canceled`,
      { retryable: false },
    );
  }
  await requestCancel(db, { clientOrderId, reason });
}
