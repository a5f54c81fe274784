import { applyEvent } from '../../../../../activities/trading/exchange/book/apply-event.ts';
import {
  availableIn,
  emptyBook,
  groupOf,
  remainingOf,
  workingIn,
} from '../../../../../activities/trading/exchange/book/book.ts';
import type { Book, BookOrder } from '../../../../../activities/trading/exchange/book/book.ts';
import { borrowFee } from '../../../../../activities/trading/exchange/borrow-fees.ts';
import {
  cancelEvent,
  wantedCancels,
} from '../../../../../activities/trading/exchange/book/endings.ts';
import type {
  BookEvent,
  OrderChange,
  OrderContent,
} from '../../../../../contracts/trading/book-events.ts';
import { clientOrderId } from '../../../../../db/trading/order-ids.ts';
import { reserveFor } from '../../../../../activities/trading/exchange/book/reserve.ts';
import { stepBar } from '../../../../../activities/trading/exchange/book/step-bar.ts';
import { stopBehind } from '../../../../../activities/trading/exchange/book/trailing.ts';
import {
  onlyReduces,
  openingOrders,
  possibleQuantities,
} from '../../../../../activities/trading/exchange/exposure.ts';
import { exchangeEnvironment } from '../../../../../activities/trading/exchange/env.ts';
import { fillGates } from '../../../../../activities/trading/exchange/fill-gates.ts';
import { exchangeSettings } from '../../../../../activities/trading/exchange/settings.ts';
import { emptyStanding } from '../../../../../activities/trading/exchange/standing/standing.ts';
import { forcedQuantities, marginOf } from '../../../../../activities/trading/exchange/margin.ts';
import { defaultMatchingTerms } from '../../../../../activities/trading/exchange/matching/matching.ts';
import type { MatchingTerms } from '../../../../../activities/trading/exchange/matching/matching.ts';
import { Decimal } from '../../../../../activities/base/decimal.ts';
import type { Bar } from '../../../../../activities/trading/market/market.ts';
import { isWorking } from '../../../../../contracts/trading/orders.ts';
import { ocoOf, symbols } from './any-trading.ts';
import type { Action, Ordered, Trading } from './any-trading.ts';

const hourMs = 3_600_000;
const usual = exchangeSettings(exchangeEnvironment.parse({}));

/** What happened, with the book after each event and what it was that the market did. */
export type Happened = {
  event: BookEvent;
  bar?: Bar;
  symbol?: string;
  /** From when on an order works, as the time of the first bar that can fill it. */
  acceptedAt: (id: string) => string;
  killSwitch: boolean;
  priceOf: (symbol: string) => Decimal;
};

/** A bar that has passed, with the orders that it could fill as they were before it. */
export type Passed = {
  symbol: string;
  bar: Bar;
  events: readonly BookEvent[];
  before: readonly BookOrder[];
  held: Decimal;
};

/** Trades on random bars, by the pure book alone. */
export function simulate(
  trading: Trading,
  look: (book: Book, happened: Happened) => void,
  afterBar: (book: Book, passed: Passed) => void = () => undefined,
) {
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
  let killSwitch = false;

  function note(event: BookEvent, about: Pick<Happened, 'bar' | 'symbol'> = {}): void {
    events.push(event);
    if (event.kind === 'accepted') acceptedAt.set(event.orderId, hour);
    const at = (id: string) => timeOf(acceptedAt.get(id)!);
    look(book, { event, ...about, acceptedAt: at, killSwitch, priceOf });
  }
  function happen(event: BookEvent): void {
    applyEvent(book, event);
    note(event);
  }
  const timeOf = (at: number) => new Date(Date.UTC(2020, 0, 1) + at * hourMs).toISOString();

  const pickedOf = (which: number, orders: readonly BookOrder[]) =>
    orders[which % Math.max(1, orders.length)];
  const priceOf = (symbol: string) => new Decimal(closes.get(symbol)!).div(100);
  const heldOf = (symbol: string) => book.positions.get(symbol)?.quantity ?? new Decimal(0);

  function contentOf(action: Ordered, group?: string): OrderContent {
    const { symbol, side, type, timeInForce, lots } = action;
    const close = closes.get(symbol)!;
    const cents = (by: number) => new Decimal(Math.max(1, close + by)).div(100).toFixed();
    const away = side === 'buy' ? 1 : -1;
    return {
      symbol,
      side,
      type,
      timeInForce,
      quantity: new Decimal(lots).div(10_000).toFixed(),
      leg: 'entry',
      group,
      ...(type.includes('limit') && { limitPrice: cents(action.limit) }),
      ...(type.includes('stop') && { stopPrice: cents(action.stop) }),
      ...(action.stopLoss && { stopLoss: cents(-away * action.stopLoss) }),
      ...(action.takeProfit && { takeProfit: cents(away * action.takeProfit) }),
      ...(action.trail !== undefined && { trailAmount: String(action.trail / 100) }),
      ...(type === 'trailing_stop' && trailing(action)),
    };
  }

  /** What the gates of cash, short selling and the kill switch say, on a book without the order. */
  function decide(on: Book, content: OrderContent, onlyCloses = false) {
    const { symbol, side, quantity } = content;
    const open = openingOrders(on);
    const held = heldOf(symbol);
    const reduces = onlyCloses || onlyReduces(content, held, open);
    const free = availableIn(on);
    const capped = side === 'sell' || reduces ? free : undefined;
    const reserve = reserveFor(content, priceOf(symbol), terms, capped);
    const all = onlyCloses ? open : [...open, { symbol, side, quantity }];
    const isShort = possibleQuantities(symbol, held, all).least.isNegative();
    const spared = killSwitch || (side === 'buy' && reserve.gt(free));
    const denied = (spared && !reduces) || (side === 'sell' && isShort && !trading.allowShort);
    return { denied, reserve, reduceOnly: reduces };
  }

  function place(actions: readonly Ordered[], index: number): void {
    const group = actions.length > 1 ? `group ${index}` : undefined;
    const decided = actions.map((action) => {
      const content = contentOf(action, group);
      return { content, ...decide(book, content) };
    });
    const isDenied = decided.some(({ denied }) => denied);
    const most = Decimal.max(...decided.map(({ reserve }) => reserve));
    const holder = decided.findIndex(({ reserve }) => reserve.eq(most));
    for (const [at, { content, reduceOnly }] of decided.entries()) {
      const orderId = clientOrderId({ runId: 'run', decision: `${index}/${at}`, leg: 'entry' });
      happen({ kind: 'submitted', orderId, order: content });
      const reserve = at === holder ? most.toFixed() : '0';
      if (isDenied) happen({ kind: 'denied', orderId, reason: 'cash or short selling' });
      else happen({ kind: 'accepted', orderId, reserve, ...(reduceOnly && { reduceOnly }) });
    }
  }

  function replace({ which, lots, limit, stop }: Extract<Action, { do: 'replace' }>): void {
    const order = pickedOf(
      which,
      workingIn(book).filter(
        ({ status, content }) => status !== 'pending_cancel' && content.leg !== 'margin',
      ),
    );
    if (!order) return;
    const { content, triggered, filled } = order;
    const close = closes.get(content.symbol)!;
    const cents = (by: number) => new Decimal(Math.max(1, close + by)).div(100).toFixed();
    const wanted = new Decimal(lots ?? 0).div(10_000);
    const isSized = content.group === undefined && wanted.gt(filled);
    const change: OrderChange = {
      ...(isSized && { quantity: wanted.toFixed() }),
      ...(limit !== undefined && content.limitPrice && { limitPrice: cents(limit) }),
      ...(stop !== undefined &&
        !triggered &&
        content.stopPrice &&
        content.type !== 'trailing_stop' && { stopPrice: cents(stop) }),
    };
    if (Object.keys(change).length === 0) return;
    const group = groupOf(book, order);
    const others = [...book.orders].filter(([, other]) => !group.includes(other));
    const left = remainingOf(book, order)
      .plus(change.quantity ?? order.quantity)
      .minus(order.quantity)
      .toFixed();
    const alone = { ...book, orders: new Map(others) };
    const onlyCloses = order.reduceOnly || content.leg !== 'entry';
    const decided = decide(alone, { ...content, ...change, quantity: left }, onlyCloses);
    if (decided.denied) return;
    const needed = group
      .filter((other) => other !== order && isWorking(other.status))
      .map((other) =>
        reserveFor(
          { ...other.content, quantity: left },
          priceOf(content.symbol),
          terms,
          availableIn(alone),
        ),
      );
    const holder = group.find(({ reserve }) => !reserve.isZero()) ?? order;
    const { quantity, ...prices } = change;
    const isRequeued = Object.keys(prices).length > 0 || order.quantity.lt(quantity ?? 0);
    happen({
      kind: 'replaced',
      orderId: order.id,
      replacementId: 'r',
      change,
      referencePrice: '1',
      ...(isRequeued && { fillsFrom: timeOf(hour) }),
      release: { orderId: holder.id, amount: holder.reserve.toFixed() },
      reserve: Decimal.max(decided.reserve, ...needed).toFixed(),
      ...(decided.reduceOnly && { reduceOnly: true }),
    });
    if (isRequeued) acceptedAt.set(order.id, hour);
  }

  /** As the switch is turned: what opens is asked to end, and the rest can only reduce. */
  function turnSwitch({ cancelOrders }: Extract<Action, { do: 'switch' }>): void {
    killSwitch = !killSwitch;
    if (!killSwitch || !cancelOrders) return;
    for (const { id: orderId, content, status, reduceOnly } of workingIn(book)) {
      if (content.leg !== 'entry') continue;
      const held = heldOf(content.symbol);
      const isOpposite = content.side === 'buy' ? held.lt(0) : held.gt(0);
      if (isOpposite) {
        if (!reduceOnly) happen({ kind: 'restricted', orderId });
      } else if (status !== 'pending_cancel') {
        happen({ kind: 'cancel_requested', orderId, reason: 'kill switch', at: timeOf(hour) });
      }
    }
  }

  function enforceMargin(index: number): void {
    const prices = new Map<string, Decimal>(symbols.map((symbol) => [symbol, priceOf(symbol)]));
    const equity = [...book.positions].reduce(
      (sum, [symbol, { quantity }]) => sum.plus(quantity.times(prices.get(symbol)!)),
      book.cash,
    );
    const margin = marginOf(book, prices, { equity, share: 0.3 });
    for (const [symbol, quantity] of forcedQuantities(book, prices, margin)) {
      const isClosing = workingIn(book, symbol).some(({ content }) => content.leg === 'margin');
      if (quantity.isZero() || isClosing) continue;
      const orderId = `margin ${symbol} ${index}`;
      const side = heldOf(symbol).lt(0) ? 'buy' : 'sell';
      const [was, required] = [equity.toFixed(), margin.required.toFixed()];
      happen({ kind: 'margin_call', equity: was, required, symbol, at: timeOf(hour) });
      const common = { symbol, side, type: 'market', timeInForce: 'gtc', leg: 'margin' } as const;
      happen({ kind: 'submitted', orderId, order: { ...common, quantity: quantity.toFixed() } });
      happen({ kind: 'accepted', orderId, reserve: '0', reduceOnly: true });
    }
  }

  function trailing({ symbol, side, trail = 100 }: Ordered) {
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
    const copy = structuredCopy(book);
    const before = workingIn(structuredCopy(book), symbol).filter(eligible);
    const held = heldOf(symbol);
    const stepped = stepBar(copy, {
      symbol,
      bar,
      lengthMs: hourMs,
      terms,
      eligible,
      allowShort: trading.allowShort,
      refuse: fillGates(copy, {
        settings: { ...usual, grossExposure: trading.grossExposure, positionShare: null },
        killSwitch,
        standing: emptyStanding,
        prices: new Map(symbols.map((one) => [one, priceOf(one)])),
        openings: null,
      }),
    });
    for (const event of stepped) {
      applyEvent(book, event);
      note(event, { bar, symbol });
    }
    for (const order of workingIn(book, symbol)) {
      if (acceptedAt.get(order.id)! <= opened) order.day ??= bar.time.slice(0, 10);
    }
    afterBar(book, { symbol, bar, events: stepped, before, held });
    for (const { order, reason } of wantedCancels(book, symbol)) {
      happen(cancelEvent(book, order, { reason, terms }));
    }
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
    const order = pickedOf(
      which,
      workingIn(book).filter(({ status }) => status !== 'pending_cancel'),
    );
    if (!order) return;
    const all = order.content.leg === 'entry' ? groupOf(book, order) : [order];
    for (const { id: orderId, status } of all) {
      if (!isWorking(status) || status === 'pending_cancel') continue;
      happen({ kind: 'cancel_requested', orderId, reason: 'test', at: timeOf(hour) });
    }
  }

  happen({ kind: 'opened', currency: 'USD', deposit: String(trading.deposit) });
  for (const [index, action] of trading.actions.entries()) {
    if (action.do === 'order') place([action], index);
    else if (action.do === 'oco') place(ocoOf(action), index);
    else if (action.do === 'replace') replace(action);
    else if (action.do === 'switch') turnSwitch(action);
    else if (action.do === 'night') passNight();
    else if (action.do === 'cancel') cancel(action.which);
    else {
      passBar(action);
      enforceMargin(index);
    }
  }
  return { book, events, terms };
}

/** A book that can be stepped on its own, so that each event is looked at on the book that it makes. */
function structuredCopy(book: Book): Book {
  return {
    ...book,
    orders: new Map([...book.orders].map(([id, order]) => [id, { ...order }])),
    positions: new Map(book.positions),
  };
}
