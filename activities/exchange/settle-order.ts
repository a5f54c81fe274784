import { readBalances } from '../../db/repositories/accounts.ts';
import { book, readReserve } from '../../db/repositories/ledger.ts';
import { endOrder, findFill, findOrder, insertFill } from '../../db/repositories/orders.ts';
import type { OrderRow } from '../../db/repositories/orders.ts';
import type { Database } from '../../db/open.ts';
import type { NextBar } from '../market/market.ts';
import { cashNeeded, tradeCosts } from './costs.ts';
import type { Settlement } from './exchange.ts';
import { Decimal } from './money.ts';
import { lockPaperAccount } from './paper-account.ts';
import type { ExchangeDependencies } from './paper-account.ts';
import { toFill, toOrder } from './records.ts';
import type { ExchangeSettings } from './settings.ts';

async function release(tx: Database, row: OrderRow, reserve: Decimal): Promise<void> {
  const { accountId, clientOrderId } = row;
  const amount = reserve.negated().toFixed();
  await book(tx, [{ accountId, clientOrderId, kind: 'release', amount }]);
}

async function cancel(tx: Database, row: OrderRow, reserve: Decimal, reason: string) {
  await release(tx, row, reserve);
  const { clientOrderId } = row;
  const ended = await endOrder(tx, { clientOrderId, status: 'canceled', reason });
  return { status: 'ended' as const, order: toOrder(ended) };
}

async function fill(
  tx: Database,
  row: OrderRow,
  next: Extract<NextBar, { status: 'complete' }>,
  settings: ExchangeSettings,
): Promise<Settlement> {
  const { accountId, clientOrderId, quantity } = row;
  const order = toOrder(row);
  const costs = tradeCosts(order, new Decimal(next.bar.open), settings);
  const reserve = new Decimal(await readReserve(tx, clientOrderId));
  const { cash, reserved } = await readBalances(tx, accountId);
  const available = new Decimal(cash).minus(reserved).plus(reserve);
  if (order.side === 'buy' && cashNeeded('buy', costs).gt(available)) {
    const reason = `the next bar opened at ${next.bar.open}: the order costs more than the cash that is free`;
    return cancel(tx, row, reserve, reason);
  }
  const filled = await insertFill(tx, {
    id: `${clientOrderId}/1`,
    clientOrderId,
    quantity,
    price: costs.price.toFixed(),
    fee: costs.fee.toFixed(),
    bar: { ...next.bar, ...next.provenance },
  });
  await release(tx, row, reserve);
  const paid = order.side === 'buy' ? costs.notional.negated() : costs.notional;
  await book(tx, [
    { accountId, clientOrderId, kind: 'trade', amount: paid.toFixed() },
    { accountId, clientOrderId, kind: 'fee', amount: costs.fee.negated().toFixed() },
  ]);
  const ended = await endOrder(tx, { clientOrderId, status: 'filled' });
  return { status: 'filled', order: toOrder(ended), fill: toFill(filled) };
}

async function readEnded(db: Database, row: OrderRow): Promise<Settlement> {
  const filled = await findFill(db, row.clientOrderId);
  const order = toOrder(row);
  return filled ? { status: 'filled', order, fill: toFill(filled) } : { status: 'ended', order };
}

/**
 * Fills an accepted order at the open of the first bar after the one it was decided on: fill, ledger
 * and order change in one transaction under the account's lock. An order that can never be filled is
 * canceled, and its reserve is free again.
 * @throws {RangeError} when there is no such order.
 */
export async function settleOrder(
  { db, market, settings }: ExchangeDependencies,
  clientOrderId: string,
): Promise<Settlement> {
  const row = await findOrder(db, clientOrderId);
  if (!row) throw new RangeError(`There is no order ${clientOrderId}`);
  const order = toOrder(row);
  if (row.status !== 'accepted' || !order.acceptedBar) return readEnded(db, row);

  const next = await market.nextBar(row.symbol, order.acceptedBar.fillsFrom);
  if (next.status === 'pending') return { ...next, order };

  return db.transaction(async (tx) => {
    await lockPaperAccount(tx, settings);
    const current = (await findOrder(tx, clientOrderId))!;
    if (current.status !== 'accepted') return readEnded(tx, current);
    if (next.status === 'complete') return fill(tx, current, next, settings);
    return cancel(tx, current, new Decimal(await readReserve(tx, clientOrderId)), next.reason);
  });
}
