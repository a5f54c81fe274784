import type { BookEvent, BookEventKind, Release } from '../../../contracts/trading/book-events.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { Database } from '../../../db/open.ts';
import { book } from '../../../db/trading/ledger.ts';
import { insertFill, insertOrder, requeueOrder, updateOrder } from '../../../db/trading/orders.ts';
import { dayOf } from '../market/days.ts';
import { appendEvents } from '../../../db/trading/events.ts';
import type { Book } from './book/book.ts';

/** What the record of an order has besides its content. */
export type OrderNotes = {
  runId: string;
  referencePrice: string;
  acceptedBar: Json;
  /** It fills on bars that open at or after this time; null if it was denied. */
  matchFrom: Date | null;
  /** Day of its first bar, as `YYYY-MM-DD`; undefined before that. */
  day?: string;
};

/** What is needed to record events. */
export type Recording = {
  accountId: string;
  /** The book after all of the events. */
  after: Book;
  notesOf?: (event: Extract<BookEvent, { kind: 'submitted' }>) => OrderNotes;
  /** The bar that filled orders, with its source. */
  bar?: Json;
};

type Context = Recording & { tx: Database };
type EventOf<Kind extends BookEventKind> = Extract<BookEvent, { kind: Kind }>;

/** How each event changes orders, fills and the ledger. */
const records: { [Kind in BookEventKind]?: (to: Context, event: EventOf<Kind>) => Promise<void> } =
  {
    borrow_fee: ({ tx, accountId }, { symbol, day, amount }) =>
      book(tx, [{ accountId, kind: 'borrow', amount: `-${amount}`, symbol, day }]),

    async submitted({ tx, accountId, notesOf }, event) {
      const { order, orderId: clientOrderId } = event;
      const { group = null, ...content } = order;
      const notes = notesOf!(event);
      await insertOrder(tx, {
        ...content,
        ...notes,
        clientOrderId,
        accountId,
        group,
        status: 'submitted',
      });
    },

    async accepted(to, { orderId, reserve, reduceOnly = false }) {
      await updateOrder(to.tx, orderId, { status: 'accepted', reduceOnly });
      await hold(to, { orderId, amount: reserve });
    },

    async replaced(to, event) {
      const { tx, after } = to;
      const { orderId: clientOrderId, change, referencePrice, fillsFrom, release, reserve } = event;
      const { earlier = null } = after.orders.get(clientOrderId)!;
      await free(to, release);
      await hold(to, { orderId: clientOrderId, amount: reserve });
      const { reduceOnly } = after.orders.get(clientOrderId)!;
      await updateOrder(tx, clientOrderId, { ...change, referencePrice, reduceOnly });
      if (fillsFrom === undefined) return;
      await requeueOrder(tx, clientOrderId, { fillsFrom: new Date(fillsFrom), earlier });
    },

    denied: ({ tx }, { orderId, reason }) => updateOrder(tx, orderId, { status: 'denied', reason }),

    triggered: copyState,

    trailed: ({ tx }, { orderId, stopPrice }) => updateOrder(tx, orderId, { stopPrice }),

    async filled(to, event) {
      const { tx, accountId, after, bar } = to;
      const { orderId: clientOrderId, fill, release } = event;
      const { id, quantity, price, fee, liquidity, notional } = fill;
      const { side, symbol } = after.orders.get(clientOrderId)!.content;
      await insertFill(tx, { id, clientOrderId, quantity, price, fee, liquidity, bar: bar! });
      await free(to, release);
      await book(tx, [
        {
          accountId,
          clientOrderId,
          kind: 'trade',
          amount: side === 'buy' ? `-${notional}` : notional,
          symbol,
          day: dayOf(event.barTime),
        },
        { accountId, clientOrderId, kind: 'fee', amount: `-${fee}` },
      ]);
      await copyState(to, event);
    },

    cancel_requested: ({ tx }, { orderId, reason, at }) =>
      updateOrder(tx, orderId, {
        status: 'pending_cancel',
        reason,
        cancelRequestedAt: new Date(at),
      }),

    canceled: end,
    expired: end,
  };

/** Updates the record of an order to its state in the book. */
async function copyState({ tx, after }: Context, event: EventOf<'triggered' | 'filled'>) {
  const { status, filled, triggered } = after.orders.get(event.orderId)!;
  await updateOrder(tx, event.orderId, {
    status,
    triggered,
    filledQuantity: filled.toFixed(),
    ...(status === 'filled' && { endedAt: new Date(), reason: null }),
  });
}

async function end(to: Context, event: EventOf<'canceled' | 'expired'>): Promise<void> {
  const { orderId, kind: status, reason, release, passed } = event;
  await free(to, release);
  if (passed) await hold(to, passed);
  await updateOrder(to.tx, orderId, { status, reason, endedAt: new Date() });
}

async function free({ tx, accountId }: Context, { orderId, amount }: Release): Promise<void> {
  if (Number(amount) === 0) return;
  await book(tx, [{ accountId, clientOrderId: orderId, kind: 'release', amount: `-${amount}` }]);
}

async function hold({ tx, accountId }: Context, { orderId, amount }: Release): Promise<void> {
  if (Number(amount) === 0) return;
  await book(tx, [{ accountId, clientOrderId: orderId, kind: 'reserve', amount }]);
}

/** Records events and their changes of orders, fills and ledger. Call it within one transaction. */
export async function recordEvents(
  tx: Database,
  recording: Recording,
  events: readonly BookEvent[],
): Promise<void> {
  await appendEvents(tx, recording.accountId, events);
  for (const event of events) {
    await records[event.kind]?.({ ...recording, tx }, event as never);
  }
}
