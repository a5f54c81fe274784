import type { BookEvent } from '../../../contracts/trading/book-events.ts';
import { listOrderEvents } from '../../../db/trading/events.ts';
import type { Database } from '../../../db/open.ts';
import { findOrder } from '../../../db/trading/orders.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { checkGates, findDenial } from './gates/check-gates.ts';
import { readMarket } from './accept-order.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { applyEvent } from './book/apply-event.ts';
import { groupOf } from './book/book.ts';
import type { GateCheck, OrderFacts } from './gates/gate.ts';
import type { Order } from './order.ts';
import { withBook } from './paper-account.ts';
import { recordEvents } from './record-events.ts';
import { toOrder } from './records.ts';
import { checkedChange, earlierPrices, losesPlace, reserveWith } from './order-change.ts';
import type { Replacement } from './order-change.ts';

/**
 * Replaces the quantity or prices of an open order if every gate passes the rest of it. A second call with the same id
 * changes nothing.
 * @throws {ToolError} permanent, if the order has ended, cannot be changed this way, or a gate denies it. The order
 * then stays as it was.
 */
export async function replaceOrder(
  dependencies: AccountDependencies,
  asked: Replacement,
): Promise<Order> {
  const { db, settings } = dependencies;
  const { accountId } = settings;
  const { clientOrderId } = asked;
  const row = (await findOrder(db, clientOrderId))!;
  const market = await readMarket(dependencies, row.symbol);
  return withBook(dependencies, async (tx, loaded) => {
    if (await wasReplaced(tx, asked)) return toOrder((await findOrder(tx, clientOrderId))!);
    const { order, change, facts } = await checkedChange(tx, dependencies, asked, {
      loaded,
      market,
    });
    const denial = findDenial(facts);
    if (denial !== undefined) {
      throw new ToolError(`The order was not replaced and stays as it was: ${denial}`, {
        retryable: false,
        fault: 'denied',
      });
    }
    const { book } = loaded;
    const holder = groupOf(book, order).find(({ reserve }) => !reserve.isZero()) ?? order;
    const event: BookEvent = {
      kind: 'replaced',
      orderId: clientOrderId,
      replacementId: asked.replacementId,
      change,
      referencePrice: asked.referencePrice.toFixed(),
      ...(losesPlace(order, change) && {
        fillsFrom: facts.market.now,
        earlier: earlierPrices(order, change, facts),
      }),
      release: { orderId: holder.id, amount: holder.reserve.toFixed() },
      reserve: reserveWith(book, order, facts).toFixed(),
      ...(facts.reduces && { reduceOnly: true }),
    };
    applyEvent(book, event);
    await recordEvents(tx, { accountId, after: book }, [event]);
    return toOrder((await findOrder(tx, clientOrderId))!);
  });
}

/** Whether the replacement was already made. */
async function wasReplaced(
  db: Database,
  { clientOrderId, replacementId }: Pick<Replacement, 'clientOrderId' | 'replacementId'>,
): Promise<boolean> {
  const events = await listOrderEvents(db, clientOrderId);
  return events.some(
    ({ event }) => event.kind === 'replaced' && event.replacementId === replacementId,
  );
}

/**
 * The check of a replacement: the order before it, the result of each gate for its rest with the change, the facts that
 * they used, and whether it loses its place in the queue.
 */
export type ReplacementCheck = {
  order: Order;
  checks: GateCheck[];
  facts: OrderFacts;
  losesPlace: boolean;
};

/**
 * Checks a replacement against every gate. Nothing is changed.
 * @throws {ToolError} permanent, if the order has ended or cannot be changed this way.
 */
export async function checkReplacement(
  dependencies: AccountDependencies,
  asked: Replacement,
): Promise<ReplacementCheck> {
  const row = (await findOrder(dependencies.db, asked.clientOrderId))!;
  const market = await readMarket(dependencies, row.symbol);
  return withBook(dependencies, async (tx, loaded) => {
    const { order, change, facts } = await checkedChange(tx, dependencies, asked, {
      loaded,
      market,
    });
    return {
      order: toOrder(loaded.rows.get(asked.clientOrderId)!),
      checks: checkGates(facts),
      facts,
      losesPlace: losesPlace(order, change),
    };
  });
}
