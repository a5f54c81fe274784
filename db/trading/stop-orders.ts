import { and, eq, inArray } from 'drizzle-orm';
import { workingStatuses } from '../../contracts/trading/orders.ts';
import type { Database } from '../open.ts';
import { requestCancelIn } from './cancel-requests.ts';
import { appendEvents } from './events.ts';
import { heldQuantities, updateOrder } from './orders.ts';
import type { OrderRow } from './orders.ts';
import { orders } from './schema/trading.ts';

/**
 * Applies the kill switch to open orders: requests the cancel of those that can open or increase a position, and
 * restricts the others to reducing.
 * @returns the number of requested cancels.
 */
export async function stopOrders(
  tx: Database,
  accountId: string,
  { by, reason }: { by: string; reason?: string | undefined },
): Promise<number> {
  const working = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, accountId), inArray(orders.status, [...workingStatuses])));
  const why = `${by} turned the kill switch on${reason === undefined ? '' : `: ${reason}`}`;
  let asked = 0;
  const held = await heldQuantities(tx, accountId);
  for (const order of working) {
    if (isOpposite(order, held.get(order.symbol))) await restrict(tx, order);
    else if (await requestCancelIn(tx, order, why)) asked += 1;
  }
  return asked;
}

/** Whether an order can reduce a position. Stops and targets count, since their entry may still fill. */
function isOpposite({ leg, side }: OrderRow, held = 0): boolean {
  if (leg !== 'entry') return true;
  return side === 'buy' ? held < 0 : held > 0;
}

/** Restricts an order to reducing a position. */
async function restrict(tx: Database, { accountId, ...order }: OrderRow): Promise<void> {
  const { clientOrderId, leg, reduceOnly } = order;
  if (leg !== 'entry' || reduceOnly) return;
  await appendEvents(tx, accountId, [{ kind: 'restricted', orderId: clientOrderId }]);
  await updateOrder(tx, clientOrderId, { reduceOnly: true });
}
