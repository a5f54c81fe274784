import { isWorking } from '../../contracts/trading/orders.ts';
import type { Database } from '../open.ts';
import { holdAccount } from './accounts.ts';
import { findOrder, listGroups, updateOrder } from './orders.ts';
import type { OrderRow } from './orders.ts';
import { appendEvents } from './events.ts';

/**
 * Requests the cancel of an open order. The exchange cancels it when it next checks the market. Fills by bars that
 * opened before stay.
 * @param tx a transaction that holds the account's lock.
 * @returns false if the order is not open, or its cancel was already requested.
 */
export async function requestCancelIn(
  tx: Database,
  { clientOrderId, accountId, status }: OrderRow,
  reason: string,
): Promise<boolean> {
  if (!isWorking(status) || status === 'pending_cancel') return false;
  const at = new Date();
  await appendEvents(tx, accountId, [
    { kind: 'cancel_requested', orderId: clientOrderId, reason, at: at.toISOString() },
  ]);
  await updateOrder(tx, clientOrderId, {
    status: 'pending_cancel',
    reason,
    cancelRequestedAt: at,
  });
  return true;
}

/**
 * Requests the cancel of an order and of its OCO group. Orders that have ended stay as they are.
 * @returns the order afterwards; undefined if there is none.
 */
export async function requestCancel(
  db: Database,
  { clientOrderId, reason }: { clientOrderId: string; reason: string },
): Promise<OrderRow | undefined> {
  return db.transaction(async (tx) => {
    const found = await findOrder(tx, clientOrderId);
    if (!found) return undefined;
    await holdAccount(tx, found.accountId);
    const current = (await findOrder(tx, clientOrderId))!;
    const { leg, group } = current;
    // A stop is canceled without its target, but orders that the user linked (OCO) are canceled together.
    const linked = leg === 'entry' && group !== null ? await listGroups(tx, [group]) : [];
    for (const one of [current, ...linked]) await requestCancelIn(tx, one, reason);
    return findOrder(tx, clientOrderId);
  });
}
