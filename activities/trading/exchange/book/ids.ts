import type { OrderLeg } from '../../../../contracts/trading/orders.ts';
import { hashOf } from '../../../../db/trading/order-ids.ts';

/** What names the group of an order and those that take its place. */
export const groupId = (orderId: string): string => hashOf(orderId, 'oco');

/** What names a replacement: the same on every retry of one decision. */
export function replacementId(of: { runId: string; decision: string }): string {
  return hashOf(of.runId, of.decision, 'replacement');
}

/** The id of the stop or target of the n-th fill of an entry: it follows from the entry's run and decision. */
export function protectingOrderId(entryId: string, leg: OrderLeg, fill: number): string {
  return hashOf(entryId, leg, String(fill));
}
