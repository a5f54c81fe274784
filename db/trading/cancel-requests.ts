import { isWorking } from '../../contracts/trading/orders.ts';
import type { Database } from '../open.ts';
import { holdAccount } from './accounts.ts';
import { findOrder, listGroups, updateOrder } from './orders.ts';
import type { OrderRow } from './orders.ts';
import { appendEvents } from './events.ts';

/**
 * Asks for the end of an order that works; the exchange ends it with its next look at the market, for this reason. What
 * a bar that opened before has filled stays filled.
 * @param tx a transaction that holds the account.
 * @returns false where it does not work, or its end was asked for before.
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
 * Asks for the end of an order, and of its OCO group. One that has ended, or was asked to, is left as it is.
 * @returns the order as it is then; undefined where there is none.
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
    // A stop goes without its target; orders that somebody has linked go together.
    const linked = leg === 'entry' && group !== null ? await listGroups(tx, [group]) : [];
    for (const one of [current, ...linked]) await requestCancelIn(tx, one, reason);
    return findOrder(tx, clientOrderId);
  });
}
