import type { OrderLeg } from '../../../../contracts/trading/orders.ts';
import { hashOf } from '../../../../db/trading/order-ids.ts';

/** Id of the OCO group of an order. */
export const groupId = (orderId: string): string => hashOf(orderId, 'oco');

/** Id of a replacement, the same on every retry of one decision. */
export function replacementId(of: { runId: string; decision: string }): string {
  return hashOf(of.runId, of.decision, 'replacement');
}

/** Id of the stop or target that protects the n-th fill of an entry. */
export function protectingOrderId(entryId: string, leg: OrderLeg, fill: number): string {
  return hashOf(entryId, leg, String(fill));
}
