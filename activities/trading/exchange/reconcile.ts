import { readBalances } from '../../../db/trading/accounts.ts';
import type { BookEvent } from '../../../contracts/trading/book-events.ts';
import { isWorking } from '../../../contracts/trading/orders.ts';
import { listReserved } from '../../../db/trading/ledger.ts';
import { listAllOrders, noteWhollyFilled } from '../../../db/trading/orders.ts';
import type { OrderRow } from '../../../db/trading/orders.ts';
import { appendEvents, listEvents } from '../../../db/trading/events.ts';
import { noteReconciliation } from '../../../db/trading/terms.ts';
import type { Database } from '../../../db/open.ts';
import { bookAfter } from './book/apply-event.ts';
import { reservedIn } from './book/book.ts';
import type { Book } from './book/book.ts';
import { contentOf, loadBook } from './load-book.ts';
import { Decimal } from '../../base/decimal.ts';
import type { DecimalValue } from '../../base/decimal.ts';
import { lockPaperAccount } from './paper-account.ts';
import type { ExchangeDependencies } from './account-dependencies.ts';
import { readStanding } from './standing/read-standing.ts';
import { openPositions } from './standing/standing.ts';

/**
 * Rebuilds the account from its events and compares it with its orders, fills and ledger. The result is recorded; while
 * they differ, nothing is traded. An account from before events were introduced gets a first event with its records.
 * @returns how they differ, in words; null if they agree.
 */
export async function reconcile({ db, settings }: ExchangeDependencies): Promise<string | null> {
  const { accountId } = settings;
  return db.transaction(async (tx) => {
    await lockPaperAccount(tx, settings);
    const events = await listEvents(tx, accountId);
    if (!events.some(({ kind }) => kind === 'opened' || kind === 'adopted')) {
      const adopted = await adopt(tx, accountId);
      await appendEvents(tx, accountId, [adopted]);
      events.push(adopted);
    }
    const mismatch = await compare(tx, accountId, events);
    await noteReconciliation(tx, accountId, mismatch);
    return mismatch;
  });
}

async function compare(
  tx: Database,
  accountId: string,
  events: readonly BookEvent[],
): Promise<string | null> {
  try {
    const differences = await differencesOf(tx, accountId, bookAfter(events));
    return differences.length > 0 ? differences.slice(0, 5).join('; ') : null;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return error.message;
  }
}

async function differencesOf(tx: Database, accountId: string, book: Book): Promise<string[]> {
  const differs = (what: string, events: DecimalValue, records: DecimalValue): string[] => {
    const [one, other] = [new Decimal(events), new Decimal(records)];
    return one.eq(other) ? [] : [`${what} is ${one} in the events and ${other} in the records`];
  };
  const balances = await readBalances(tx, accountId);
  const positions = openPositions(await readStanding(tx, accountId));
  const symbols = new Set([...book.positions.keys(), ...positions.keys()]);
  const rows = await listAllOrders(tx, accountId);
  const held = new Map(
    (await listReserved(tx, accountId)).map(({ clientOrderId, reserve }) => [
      clientOrderId,
      reserve,
    ]),
  );
  const known = new Map(rows.map((row) => [row.clientOrderId, row]));
  return [
    ...differs('the cash', book.cash, balances.cash),
    ...differs('the reserved cash', reservedIn(book), balances.reserved),
    ...[...symbols].flatMap((symbol) =>
      differs(
        `the position in ${symbol}`,
        book.positions.get(symbol)?.quantity ?? 0,
        positions.get(symbol)?.quantity ?? 0,
      ),
    ),
    ...[...book.orders.values()].flatMap(({ id, status, filled, reserve }) => {
      const row = known.get(id);
      if (!row) return [`the order ${id} is not on record`];
      return [
        ...(row.status === status
          ? []
          : [`the order ${id} is ${status} in the events and ${row.status} in the records`]),
        ...differs(`the filled quantity of the order ${id}`, filled, row.filledQuantity),
        ...differs(`the reserve of the order ${id}`, reserve, held.get(id) ?? 0),
      ];
    }),
    ...rows
      .filter(({ clientOrderId, status }) => isWorking(status) && !book.orders.has(clientOrderId))
      .map(({ clientOrderId }) => `the open order ${clientOrderId} has no event`),
  ];
}

/** The first event of an account from before events were introduced. */
async function adopt(tx: Database, accountId: string): Promise<BookEvent> {
  await noteWhollyFilled(tx, accountId);
  const { book, rows } = await loadBook(tx, accountId);
  return {
    kind: 'adopted',
    cash: book.cash.toFixed(),
    positions: [...book.positions].map(([symbol, { quantity, averagePrice }]) => ({
      symbol,
      quantity: quantity.toFixed(),
      averagePrice: averagePrice.toFixed(),
    })),
    orders: [...book.orders.values()].map(({ id, reserve }) => ({
      orderId: id,
      order: contentOf(rows.get(id) as OrderRow),
      reserve: reserve.toFixed(),
    })),
  };
}
