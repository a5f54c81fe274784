import { createHash } from 'node:crypto';
import type { OrderLeg } from '../../contracts/trading/orders.ts';

/** SHA-256 of texts, as 64 hexadecimal digits. */
export const hashOf = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * The client order id: a hash of run, decision and leg, so the same on every retry of one decision.
 * @param order.decision identifies the decision within the run, such as by the path and step of its node.
 */
export function clientOrderId(order: { runId: string; decision: string; leg: OrderLeg }): string {
  return hashOf(order.runId, order.decision, order.leg);
}
