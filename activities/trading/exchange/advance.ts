import type { BookEvent } from '../../../contracts/trading/book-events.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { Database } from '../../../db/open.ts';
import { listOpenOrders, passBar } from '../../../db/trading/orders.ts';
import type { OrderRow } from '../../../db/trading/orders.ts';
import { readTradingTerms } from '../../../db/trading/terms.ts';
import type { Market, NextBar, Timeframe } from '../market/market.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { chargeBorrowFees, unpaidDays } from './borrow-fees.ts';
import { applyEvent } from './book/apply-event.ts';
import { workingIn } from './book/book.ts';
import type { BookOrder } from './book/book.ts';
import { cancelEvent, wantedCancels } from './book/endings.ts';
import { stepBar } from './book/step-bar.ts';
import type { AcceptedBar } from './order.ts';
import { readSettings } from './live-settings.ts';
import { fillGates, isWhole, readFillMarket } from './fill-gates.ts';
import type { FillMarket } from './fill-gates.ts';
import { matchFromOf } from './load-book.ts';
import type { LoadedBook } from './load-book.ts';
import { barLengthMs, dayOf } from '../market/days.ts';
import { Decimal } from '../../base/decimal.ts';
import { lotStep } from '../rounding.ts';
import { withBook } from './paper-account.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { changedSettings } from './settings.ts';
import { recordEvents } from './record-events.ts';
import type { OrderNotes } from './record-events.ts';

type Complete = Extract<NextBar, { status: 'complete' }>;

/**
 * Matches the open orders of a symbol with every complete bar, in order, each bar in one transaction under the
 * account's lock. Then cancels orders that were requested to be cancelled, or that can no longer fill. Repeated and
 * concurrent calls are safe.
 * @returns milliseconds until the next bar can be matched; undefined if no order is open.
 * @throws {ToolError} if the market does not respond. Bars matched before stay matched.
 */
export async function advance(
  dependencies: AccountDependencies,
  symbol: string,
): Promise<number | undefined> {
  const { db, market, settings } = dependencies;
  for (;;) {
    const all = await listOpenOrders(db, settings.accountId);
    const open = all.filter((row) => row.symbol === symbol);
    if (open.length === 0) return undefined;
    const from = open.map(matchFromOf).toSorted()[0]!;
    const next = await nextBarOf(market, symbol, from);
    if (next.status === 'complete') {
      const { bar, provenance } = next;
      const mayOpen = open.some((row) => opens(row) && matchFromOf(row) <= bar.time);
      const fillMarket = mayOpen
        ? await readFillMarket(dependencies, { symbol, ended: provenance.asOf })
        : undefined;
      const isUnpaid = await withBook(dependencies, async (tx, loaded) => {
        if (unpaidDays(loaded, symbol, bar.time).length > 0) return true;
        // If an order or a position was added since the market data was read, read it again first.
        const isKnown = fillMarket
          ? isWhole(fillMarket, loaded.book, symbol)
          : !canOpenOn(loaded, symbol, bar.time);
        if (isKnown) await match(tx, dependencies, { symbol, next, loaded, fillMarket });
        return false;
      });
      if (isUnpaid) await chargeBorrowFees(dependencies, symbol, bar.time);
      continue;
    }
    const events = await withBook(dependencies, async (tx, loaded) => {
      const { book } = loaded;
      const terms = await readSettings(tx, settings);
      const wanted =
        next.status === 'ended'
          ? endingOf(loaded, { symbol, from, reason: next.reason })
          : wantedCancels(book, symbol);
      const ends = wanted.map(({ order, reason }) => {
        const event = cancelEvent(book, order, { reason, terms });
        applyEvent(book, event);
        return event;
      });
      const recording = { accountId: settings.accountId, after: book };
      await recordEvents(tx, recording, ends);
      return ends;
    });
    if (next.status === 'ended') continue;
    const isOver = events.length > 0 && events.length === open.length;
    return isOver ? undefined : next.retryAfterMs;
  }
}

/** The next bar; `ended` if the market no longer has the symbol. */
async function nextBarOf(market: Market, symbol: string, from: string): Promise<NextBar> {
  try {
    return await market.nextBar(symbol, from);
  } catch (error) {
    if (!(error instanceof ToolError) || error.retryable) throw error;
    return { status: 'ended', reason: error.message };
  }
}

/** Whether an order can open or increase a position. */
const opens = ({ leg, reduceOnly }: Pick<OrderRow, 'leg' | 'reduceOnly'>) =>
  leg === 'entry' && !reduceOnly;

function canOpenOn({ book, rows }: LoadedBook, symbol: string, barTime: string): boolean {
  return workingIn(book, symbol).some(({ id }) => {
    const row = rows.get(id)!;
    return opens(row) && matchFromOf(row) <= barTime;
  });
}

async function match(
  tx: Database,
  { settings }: AccountDependencies,
  known: {
    symbol: string;
    next: Complete;
    loaded: LoadedBook;
    fillMarket?: FillMarket | undefined;
  },
): Promise<void> {
  const { symbol, next, loaded, fillMarket } = known;
  const { book, rows, standing } = loaded;
  const { bar, provenance } = next;
  const { accountId } = settings;
  const { changes, killSwitch } = await readTradingTerms(tx, accountId);
  const terms = changedSettings(settings, changes);
  const isEligible = ({ id }: { id: string }) => matchFromOf(rows.get(id)!) <= bar.time;
  const lot = new Decimal(terms.instruments[symbol]?.lot ?? lotStep);
  const lengthMs = barLengthMs[timeframeOf(loaded, symbol)];
  const events = stepBar(book, {
    symbol,
    bar,
    lengthMs,
    terms,
    used: filledOfBar(loaded, symbol, bar.time),
    lot,
    allowShort: terms.allowShort,
    eligible: isEligible,
    targetFirst: terms.sameBarExit === 'target',
    ...(fillMarket && {
      refuse: fillGates(book, { ...fillMarket, settings: terms, killSwitch, standing }),
    }),
    ...(terms.fillCollarPercent !== null && {
      collar: {
        percent: terms.fillCollarPercent,
        referenceOf: ({ id }) => new Decimal(rows.get(id)!.referencePrice),
      },
    }),
  });
  const after = new Date(Date.parse(bar.time) + 1);
  await recordEvents(
    tx,
    {
      accountId,
      after: book,
      bar: { ...bar, ...provenance } as Json,
      notesOf: (event) => notesOfProtecting(loaded, event, { next, after }),
    },
    events,
  );
  const opened = new Date(bar.time);
  const clientOrderIds = [...rows.values()]
    .filter((row) => row.symbol === symbol)
    .map((row) => row.clientOrderId);
  await passBar(tx, { clientOrderIds, opened, next: after, day: dayOf(bar.time) });
}

/** The volume of a bar that earlier fills used. */
function filledOfBar({ standing }: LoadedBook, symbol: string, time: string): Decimal {
  const { recent = [] } = standing.symbols.get(symbol) ?? {};
  return recent
    .filter(({ barTime }) => barTime === time)
    .reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
}

/**
 * The record of a stop or target: it has the run of its entry, and was already open on the bar that filled the entry.
 */
function notesOfProtecting(
  { book, rows }: LoadedBook,
  { order }: Extract<BookEvent, { kind: 'submitted' }>,
  { next, after }: { next: Complete; after: Date },
): OrderNotes {
  const entry = rows.get(order.parentId!)!;
  const { timeframe } = entry.acceptedBar as AcceptedBar;
  const held = book.positions.get(order.symbol);
  return {
    runId: entry.runId ?? '',
    referencePrice: (held?.averagePrice ?? new Decimal(next.bar.open)).toFixed(12),
    acceptedBar: {
      ...next.bar,
      ...next.provenance,
      timeframe,
      fillsFrom: after.toISOString(),
    } as Json,
    matchFrom: after,
    day: dayOf(next.bar.time),
  };
}

function timeframeOf({ rows }: LoadedBook, symbol: string): Timeframe {
  const row = [...rows.values()].find((one) => one.symbol === symbol);
  return (row?.acceptedBar as Partial<AcceptedBar> | undefined)?.timeframe ?? '1d';
}

/** The open orders that no bar can fill any more. */
function endingOf(
  { book, rows }: LoadedBook,
  { symbol, from, reason }: { symbol: string; from: string; reason: string },
): { order: BookOrder; reason: string }[] {
  return workingIn(book, symbol)
    .filter(({ id }) => matchFromOf(rows.get(id)!) <= from)
    .map((order) => ({ order, reason }));
}
