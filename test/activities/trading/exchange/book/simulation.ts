import * as fc from 'fast-check';
import { applyEvent } from '../../../../../activities/trading/exchange/book/apply-event.ts';
import {
  availableIn,
  emptyBook,
  remainingOf,
  workingIn,
} from '../../../../../activities/trading/exchange/book/book.ts';
import type { Book } from '../../../../../activities/trading/exchange/book/book.ts';
import { borrowFee } from '../../../../../activities/trading/exchange/borrow-fees.ts';
import { wantedCancels } from '../../../../../activities/trading/exchange/book/endings.ts';
import type { BookEvent, OrderContent } from '../../../../../contracts/trading/book-events.ts';
import { clientOrderId } from '../../../../../activities/trading/exchange/book/ids.ts';
import { reserveFor } from '../../../../../activities/trading/exchange/book/reserve.ts';
import { stepBar } from '../../../../../activities/trading/exchange/book/step-bar.ts';
import { stopBehind } from '../../../../../activities/trading/exchange/book/trailing.ts';
import { possibleQuantities } from '../../../../../activities/trading/exchange/exposure.ts';
import { defaultMatchingTerms } from '../../../../../activities/trading/exchange/matching/matching.ts';
import type { MatchingTerms } from '../../../../../activities/trading/exchange/matching/matching.ts';
import { Decimal } from '../../../../../activities/base/decimal.ts';
import type { Bar } from '../../../../../activities/trading/market/market.ts';
import { orderSides, orderTypes, timesInForce } from '../../../../../contracts/trading/orders.ts';

const symbols = ['SPX', 'BTC/USDT'] as const;
const hourMs = 3_600_000;

/** Prices are offsets in cents from the last close, so that orders lie where bars go. */
const offset = fc.integer({ min: -300, max: 300 });

const anyOrder = fc.record({
  do: fc.constant('order' as const),
  symbol: fc.constantFrom(...symbols),
  side: fc.constantFrom(...orderSides),
  type: fc.constantFrom(...orderTypes),
  timeInForce: fc.constantFrom(...timesInForce),
  lots: fc.integer({ min: 1, max: 900_000 }),
  limit: offset,
  stop: offset,
  stopLoss: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined }),
  takeProfit: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined }),
  trail: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
});

const anyBar = fc.record({
  do: fc.constant('bar' as const),
  symbol: fc.constantFrom(...symbols),
  open: offset,
  close: offset,
  up: fc.integer({ min: 0, max: 200 }),
  down: fc.integer({ min: 0, max: 200 }),
  volume: fc.integer({ min: 0, max: 2_000 }),
});

const anyAction = fc.oneof(
  { arbitrary: anyOrder, weight: 4 },
  { arbitrary: anyBar, weight: 5 },
  { arbitrary: fc.record({ do: fc.constant('night' as const) }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(20) }), weight: 1 },
);

export const anyTrading = fc.record({
  // Mostly so little that orders are refused, and that a gap costs more than there is.
  deposit: fc.oneof(
    { arbitrary: fc.integer({ min: 1_000, max: 12_000 }), weight: 3 },
    { arbitrary: fc.integer({ min: 12_000, max: 200_000 }), weight: 1 },
  ),
  allowShort: fc.boolean(),
  slippageVariation: fc.constantFrom(0, 0.5, 1),
  actions: fc.array(anyAction, { minLength: 5, maxLength: 60 }),
});
type Trading = typeof anyTrading extends fc.Arbitrary<infer Value> ? Value : never;
type Action = Trading['actions'][number];

/** What happened, with the book after each event and what it was that the market did. */
export type Happened = { event: BookEvent; bar?: Bar; symbol?: string };

/** Trades on random bars, by the pure book alone. */
export function simulate(trading: Trading, look: (book: Book, happened: Happened) => void) {
  const terms: MatchingTerms = {
    ...defaultMatchingTerms,
    slippageBasisPoints: 20,
    slippageVariation: trading.slippageVariation,
  };
  const book = emptyBook();
  const events: BookEvent[] = [];
  const acceptedAt = new Map<string, number>();
  const closes = new Map<string, number>(symbols.map((symbol) => [symbol, 10_000]));
  let hour = 0;

  function note(event: BookEvent, about: Omit<Happened, 'event'> = {}): void {
    events.push(event);
    if (event.kind === 'accepted') acceptedAt.set(event.orderId, hour);
    look(book, { event, ...about });
  }
  function happen(event: BookEvent): void {
    applyEvent(book, event);
    note(event);
  }
  const timeOf = (at: number) => new Date(Date.UTC(2020, 0, 1) + at * hourMs).toISOString();

  function place(action: Extract<Action, { do: 'order' }>, index: number): void {
    const { symbol, side, type, timeInForce, lots } = action;
    const close = closes.get(symbol)!;
    const cents = (by: number) => new Decimal(Math.max(1, close + by)).div(100).toFixed();
    const away = side === 'buy' ? 1 : -1;
    const content: OrderContent = {
      symbol,
      side,
      type,
      timeInForce,
      quantity: new Decimal(lots).div(10_000).toFixed(),
      leg: 'entry',
      ...(type.includes('limit') && { limitPrice: cents(action.limit) }),
      ...(type.includes('stop') && { stopPrice: cents(action.stop) }),
      ...(action.trail !== undefined && { trailAmount: String(action.trail / 100) }),
      ...(type === 'trailing_stop' && trailing(action)),
      ...(action.stopLoss && { stopLoss: cents(-away * action.stopLoss) }),
      ...(action.takeProfit && { takeProfit: cents(away * action.takeProfit) }),
    };
    const orderId = clientOrderId({ runId: 'run', decision: String(index), leg: 'entry' });
    happen({ kind: 'submitted', orderId, order: content });
    const price = new Decimal(close).div(100);
    const free = availableIn(book);
    const reserve = reserveFor(content, price, terms, side === 'sell' ? free : undefined);
    const open = [...workingIn(book, symbol), book.orders.get(orderId)!]
      .filter((order) => order.content.leg === 'entry')
      .map((order) => ({ ...order.content, quantity: remainingOf(book, order) }));
    const held = book.positions.get(symbol)?.quantity ?? new Decimal(0);
    const isShort = possibleQuantities(symbol, held, open).least.isNegative();
    const denied = reserve.gt(free) || (side === 'sell' && isShort && !trading.allowShort);
    if (denied) happen({ kind: 'denied', orderId, reason: 'cash or short selling' });
    else happen({ kind: 'accepted', orderId, reserve: reserve.toFixed() });
  }

  function trailing({ symbol, side, trail = 100 }: Extract<Action, { do: 'order' }>) {
    const stopPrice = stopBehind(side, closes.get(symbol)! / 100, trail / 100).toFixed();
    return { trailAmount: String(trail / 100), stopPrice };
  }

  function passBar(action: Extract<Action, { do: 'bar' }>): void {
    const { symbol, up, down, volume } = action;
    const close = closes.get(symbol)!;
    const [open, end] = [Math.max(1, close + action.open), Math.max(1, close + action.close)];
    const bar: Bar = {
      time: timeOf(hour),
      open: open / 100,
      close: end / 100,
      high: (Math.max(open, end) + up) / 100,
      low: Math.max(1, Math.min(open, end) - down) / 100,
      volume,
    };
    closes.set(symbol, end);
    const eligible = ({ id }: { id: string }) => acceptedAt.get(id)! <= hour;
    const opened = hour;
    hour += 1;
    const stepped = stepBar(structuredCopy(book), {
      symbol,
      bar,
      lengthMs: hourMs,
      terms,
      eligible,
      allowShort: trading.allowShort,
    });
    for (const event of stepped) {
      applyEvent(book, event);
      note(event, { bar, symbol });
    }
    for (const order of workingIn(book, symbol)) {
      if (acceptedAt.get(order.id)! <= opened) order.day ??= bar.time.slice(0, 10);
    }
    for (const event of wantedCancels(book, symbol)) happen(event);
  }

  /** A rate that is as high as no lender's, so that it shows. */
  function passNight(): void {
    for (const [symbol, { quantity }] of book.positions) {
      if (quantity.gt(0)) continue;
      const price = new Decimal(closes.get(symbol)!).div(100);
      happen({
        kind: 'borrow_fee',
        symbol,
        day: timeOf(hour).slice(0, 10),
        quantity: quantity.abs().toFixed(),
        price: price.toFixed(),
        amount: borrowFee(quantity, price, 100).toFixed(),
      });
    }
  }

  function cancel(which: number): void {
    const working = workingIn(book).filter(({ status }) => status !== 'pending_cancel');
    const order = working[which % Math.max(1, working.length)];
    if (!order) return;
    const at = timeOf(hour);
    happen({ kind: 'cancel_requested', orderId: order.id, reason: 'test', at });
  }

  happen({ kind: 'opened', currency: 'USD', deposit: String(trading.deposit) });
  for (const [index, action] of trading.actions.entries()) {
    if (action.do === 'order') place(action, index);
    else if (action.do === 'bar') passBar(action);
    else if (action.do === 'night') passNight();
    else cancel(action.which);
  }
  return { book, events, terms, acceptedAt: (id: string) => timeOf(acceptedAt.get(id)!) };
}

/** A book that can be stepped on its own, so that each event is looked at on the book that it makes. */
function structuredCopy(book: Book): Book {
  return {
    ...book,
    orders: new Map([...book.orders].map(([id, order]) => [id, { ...order }])),
    positions: new Map(book.positions),
  };
}
