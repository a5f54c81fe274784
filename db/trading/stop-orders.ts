import { and, eq, inArray } from 'drizzle-orm';
import { workingStatuses } from '../../contracts/trading/orders.ts';
import type { Database } from '../open.ts';
import { requestCancelIn } from './cancel-requests.ts';
import { appendEvents } from './events.ts';
import { heldQuantities, updateOrder } from './orders.ts';
import type { OrderRow } from './orders.ts';
import { orders } from './schema/trading.ts';

/**
 * What the kill switch does to the orders that work: asks for the end of what can open a position or add to one; the rest
 * can only reduce from then on.
 * @returns how many were asked to end.
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

/** Whether an order can make a position smaller; a stop or a target protects one that its entry may yet fill. */
function isOpposite({ leg, side }: OrderRow, held = 0): boolean {
  if (leg !== 'entry') return true;
  return side === 'buy' ? held < 0 : held > 0;
}

/** From now on the order can only reduce a position. */
async function restrict(tx: Database, { accountId, ...order }: OrderRow): Promise<void> {
  const { clientOrderId, leg, reduceOnly } = order;
  if (leg !== 'entry' || reduceOnly) return;
  await appendEvents(tx, accountId, [{ kind: 'restricted', orderId: clientOrderId }]);
  await updateOrder(tx, clientOrderId, { reduceOnly: true });
}
