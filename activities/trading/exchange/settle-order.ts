import { findOrder, listFillsOf } from '../../../db/trading/orders.ts';
import type { OrderRow } from '../../../db/trading/orders.ts';
import { isWorking } from '../../../contracts/trading/orders.ts';
import type { Database } from '../../../db/open.ts';
import { advance } from './advance.ts';
import type { Settlement } from './exchange.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { inOne, toFill, toOrder } from './records.ts';

/** Default time until the next check of an open order. */
const defaultWaitMs = 1_000;

async function read(
  db: Database,
  row: OrderRow,
  retryAfterMs = defaultWaitMs,
): Promise<Settlement> {
  const fills = (await listFillsOf(db, [row.clientOrderId])).map(toFill);
  const order = toOrder(row);
  if (isWorking(row.status)) return { status: 'pending', order, fills, retryAfterMs };
  const fill = inOne(fills);
  return row.status === 'filled' && fill
    ? { status: 'filled', order, fill, fills }
    : { status: 'ended', order, fills };
}

/**
 * Fills an open order with the bars after its acceptance that are available. Each bar is one transaction under the
 * account's lock.
 * @throws {RangeError} if the account has no such order.
 * @throws {ToolError} if the market does not respond.
 */
export async function settleOrder(
  dependencies: AccountDependencies,
  clientOrderId: string,
): Promise<Settlement> {
  const { db, settings } = dependencies;
  const row = await findOrder(db, clientOrderId);
  if (row?.accountId !== settings.accountId)
    throw new RangeError(`Account ${settings.accountId} has no order ${clientOrderId}`);
  if (!isWorking(row.status)) return read(db, row);
  const waitMs = await advance(dependencies, row.symbol);
  return read(db, (await findOrder(db, clientOrderId))!, waitMs);
}
