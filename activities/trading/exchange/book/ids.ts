import { createHash } from 'node:crypto';
import type { OrderLeg } from '../../../../contracts/trading/orders.ts';

const hashOf = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * The client order id: a hash of run, decision and leg, so the same on every retry of one decision.
 * @param order.decision what names the decision within the run, such as the path and step of its node.
 */
export function clientOrderId(order: { runId: string; decision: string; leg: OrderLeg }): string {
  return hashOf(order.runId, order.decision, order.leg);
}

/** What names a replacement: the same on every retry of one decision. */
export function replacementId(of: { runId: string; decision: string }): string {
  return hashOf(of.runId, of.decision, 'replacement');
}

/** The id of the stop or target of the n-th fill of an entry: it follows from the entry's run and decision. */
export function protectingOrderId(entryId: string, leg: OrderLeg, fill: number): string {
  return hashOf(entryId, leg, String(fill));
}
