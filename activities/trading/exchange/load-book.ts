import { readReserves } from '../../../db/trading/ledger.ts';
import { listFillsOf, listGroups, listOpenOrders } from '../../../db/trading/orders.ts';
import type { OrderRow } from '../../../db/trading/orders.ts';
import type { OrderContent } from '../../../contracts/trading/book-events.ts';
import type { Database } from '../../../db/open.ts';
import { emptyBook } from './book/book.ts';
import type { Book, BookOrder } from './book/book.ts';
import type { AcceptedBar } from './order.ts';
import { Decimal } from '../../base/decimal.ts';
import { readStanding } from './standing/read-standing.ts';
import { openPositions } from './standing/standing.ts';
import type { Standing } from './standing/standing.ts';

/** An account's book, as its records have it. */
export type LoadedBook = {
  /** Its orders are the open ones and the other orders of their OCO groups. */
  book: Book;
  rows: Map<string, OrderRow>;
  /** The totals of its fills and its ledger. */
  standing: Standing;
};

const shortest = (text: string | null) => (text === null ? undefined : new Decimal(text).toFixed());

/** The content of an order, in the form of events. */
export function contentOf(row: OrderRow): OrderContent {
  return {
    symbol: row.symbol,
    side: row.side,
    type: row.type,
    quantity: new Decimal(row.quantity).toFixed(),
    limitPrice: shortest(row.limitPrice),
    stopPrice: shortest(row.stopPrice),
    timeInForce: row.timeInForce,
    leg: row.leg,
    group: row.group ?? undefined,
    parentId: row.parentId ?? undefined,
    stopLoss: shortest(row.stopLoss),
    takeProfit: shortest(row.takeProfit),
    trailAmount: shortest(row.trailAmount),
    trailPercent: shortest(row.trailPercent),
  };
}

/** The order fills on bars that open at or after this time, in ISO 8601. */
export function matchFromOf({ matchFrom, acceptedBar, placedAt }: OrderRow): string {
  const { fillsFrom } = acceptedBar as Partial<AcceptedBar>;
  return matchFrom?.toISOString() ?? fillsFrom ?? placedAt.toISOString();
}

/** The `reason` of an open order is that of its cancel request. */
function cancelRequestOf({ cancelRequestedAt: at, reason }: OrderRow): BookOrder['cancelRequest'] {
  return at ? { at: at.toISOString(), reason: reason ?? 'cancelled on request' } : undefined;
}

function toBookOrder(row: OrderRow, fills: number, reserve: string | undefined): BookOrder {
  return {
    id: row.clientOrderId,
    content: contentOf(row),
    quantity: new Decimal(row.quantity),
    status: row.status,
    filled: new Decimal(row.filledQuantity),
    fills,
    reserve: new Decimal(reserve ?? 0),
    triggered: row.triggered,
    reduceOnly: row.reduceOnly,
    earlier: (row.earlier ?? undefined) as BookOrder['earlier'],
    cancelRequest: cancelRequestOf(row),
    day: row.day ?? undefined,
  };
}

/**
 * Reads an account's book. It stays current only within a transaction that holds the account's lock.
 * @param known what was read of the account before; if omitted, all fills are read.
 */
export async function loadBook(
  db: Database,
  accountId: string,
  known?: Standing,
): Promise<LoadedBook> {
  const open = await listOpenOrders(db, accountId);
  const grouped = await listGroups(
    db,
    open.flatMap(({ group }) => group ?? []),
  );
  const submitted = [...open, ...grouped].toSorted((one, other) => one.sequence - other.sequence);
  const rows = new Map(submitted.map((row) => [row.clientOrderId, row]));
  const ids = [...rows.keys()];
  const [reserves, fills] = [await readReserves(db, ids), await listFillsOf(db, ids)];
  const counts = Map.groupBy(fills, ({ clientOrderId }) => clientOrderId);
  const standing = await readStanding(db, accountId, known);
  const { cash, realized, fees, borrowFees, deposited } = standing;
  const book: Book = {
    ...emptyBook(),
    cash,
    realized,
    fees,
    borrowFees,
    deposited,
    positions: openPositions(standing),
    orders: new Map(
      [...rows].map(([id, row]) => [
        id,
        toBookOrder(row, counts.get(id)?.length ?? 0, reserves.get(id)),
      ]),
    ),
  };
  return { book, rows, standing };
}
