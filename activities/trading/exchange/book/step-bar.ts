import { isWorking } from '../../../../contracts/trading/orders.ts';
import { dayOf } from '../../market/days.ts';
import { roundDownToLot } from '../../rounding.ts';
import { matchBar } from '../matching/match-bar.ts';
import type { BarMatch } from '../matching/match-bar.ts';
import { matchedType } from '../matching/matching.ts';
import type { MatchedFill, MatchEvent, WorkingOrder } from '../matching/matching.ts';
import { Decimal } from '../../../base/decimal.ts';
import { applyEvent } from './apply-event.ts';
import { availableIn, remainingOf, workingIn } from './book.ts';
import type { Book, BookOrder } from './book.ts';
import { cancelEvent, releaseOf } from './endings.ts';
import type { BookEvent } from '../../../../contracts/trading/book-events.ts';
import { protectingOrders } from './protecting-orders.ts';
import { closable, tradable, workingOrder } from './working-order.ts';
import { restOfBar } from './rest-of-bar.ts';
import { trailedTo } from './trailing.ts';

/** A bar and the rules by which it changes a book. */
export type BarStep = Omit<BarMatch, 'orders' | 'most' | 'grant'> & {
  symbol: string;
  /** Which orders the bar can fill: those accepted before it opened. Default: all. */
  eligible?: (order: BookOrder) => boolean;
  /** Whether short positions are allowed. A position can have shrunk since a sale was accepted. */
  allowShort: boolean;
  /**
   * The fill collar: how much worse, in percent, an opening market order can fill than its reference price, and a stop
   * than its stop price.
   */
  collar?: { percent: number; referenceOf: (order: BookOrder) => Decimal };
  /**
   * Asks the gates before a fill that opens or increases a position. Returns the reason to refuse it. Default: never
   * refuses.
   */
  refuse?: (order: BookOrder, fill: MatchedFill) => string | undefined;
};

/**
 * Applies a bar to the book: fills with their releases and protecting orders, and ended orders. An order that would
 * open a position is cancelled if it costs more than the available cash, fills beyond the collar, or is refused by a
 * gate.
 * @returns the events, in order.
 */
export function stepBar(book: Book, step: BarStep): BookEvent[] {
  const { symbol, bar, allowShort, eligible = () => true } = step;
  const events: BookEvent[] = [];
  const emit = (event: BookEvent) => {
    applyEvent(book, event);
    events.push(event);
  };
  const { terms } = step;
  const cancel = (order: BookOrder, reason: string) =>
    emit(cancelEvent(book, order, { reason, terms }));

  for (const order of workingIn(book, symbol).filter(eligible)) {
    const { cancelRequest } = order;
    if (cancelRequest && bar.time > cancelRequest.at) cancel(order, cancelRequest.reason);
  }
  cancelIdle();
  const matched = workingIn(book, symbol).filter(eligible);
  const triggeredBefore = new Set(matched.filter(({ triggered }) => triggered));
  /** Stops and targets of fills on this bar. */
  const protecting: BookOrder[] = [];
  /** Orders whose opening part was refused, with the reason. Their closing part still fills. */
  const refused = new Map<BookOrder, string>();

  let used = step.used ?? new Decimal(0);

  /** Asked before each fill, since a stop that an earlier fill created may have used volume. */
  function most({ id }: WorkingOrder): Decimal {
    const order = book.orders.get(id)!;
    if (!isWorking(order.status)) return new Decimal(0);
    const share = new Decimal(bar.volume).times(step.terms.volumeShare).minus(used);
    const left = Decimal.max(0, roundDownToLot(share, step.lot));
    return Decimal.min(left, tradable(book, order, allowShort));
  }

  /** A fill that closes a position is never refused, not for its price and not for cash, which the account can owe. */
  function grant({ id }: WorkingOrder, fill: MatchedFill): Decimal {
    const order = book.orders.get(id)!;
    const closing = Decimal.min(fill.quantity, closable(book, order));
    if (closing.eq(fill.quantity)) return fill.quantity;
    const refusal =
      beyondCollar(order, fill, step.collar) ?? tooDear(order, fill) ?? step.refuse?.(order, fill);
    if (refusal === undefined) return fill.quantity;
    if (closing.isZero()) cancel(order, refusal);
    else refused.set(order, refusal);
    return closing;
  }

  function tooDear(order: BookOrder, fill: MatchedFill): string | undefined {
    if (order.content.side === 'sell') return undefined;
    const freed = releaseOf(book, order, fill.quantity).amount;
    if (fill.notional.plus(fill.fee).lte(availableIn(book).plus(freed))) return undefined;
    return `the next bar opened at ${new Decimal(bar.open)}: the order costs more than the available cash`;
  }

  /** Cancels orders that can only close and have no position left, so that they never close a later one. */
  function cancelIdle(): void {
    for (const order of workingIn(book, symbol)) {
      if (order.content.leg === 'entry' && !order.reduceOnly) continue;
      if (remainingOf(book, order).isZero() || !closable(book, order).isZero()) continue;
      cancel(order, 'no position left to close');
    }
  }

  /** What each event of matching leads to. */
  const follow: {
    [Kind in MatchEvent['kind']]: (of: Extract<MatchEvent, { kind: Kind }>) => void;
  } = {
    triggered: ({ orderId }) => emit({ kind: 'triggered', orderId, barTime: bar.time }),
    filled({ orderId, fill }) {
      const order = book.orders.get(orderId)!;
      const opened = Decimal.max(0, fill.quantity.minus(closable(book, order)));
      emit(fillEvent(book, order, fill, bar.time));
      const refusal = refused.get(order);
      if (refusal !== undefined) cancel(order, refusal);
      cancelIdle();
      used = used.plus(fill.quantity);
      const pair = protectingOrders(book, order, { ...fill, quantity: opened }, step.terms);
      for (const event of pair) emit(event);
      const orders = pair.flatMap((event) =>
        event.kind === 'accepted' ? book.orders.get(event.orderId)! : [],
      );
      protecting.push(...orders);
      // They work on the rest of this bar, before other orders open positions.
      const wasTriggered = triggeredBefore.has(order);
      if (orders.length > 0)
        run(orders, restOfBar(bar, { ...order.content, triggered: wasTriggered }, fill.price));
    },
    expired: ({ orderId, reason }) =>
      emit(cancelEvent(book, book.orders.get(orderId)!, { kind: 'expired', reason, terms })),
    replaced: ({ orderId, reason }) => cancel(book.orders.get(orderId)!, reason),
  };

  function trail(order: BookOrder): void {
    const stopPrice = trailedTo(order.content, bar.close)?.toFixed();
    if (stopPrice === undefined) return;
    emit({ kind: 'trailed', orderId: order.id, stopPrice, barTime: bar.time });
  }

  function run(orders: readonly BookOrder[], within: BarStep['bar']): void {
    const working = orders.map((order) =>
      workingOrder(book, order, { allowShort, barTime: bar.time }),
    );
    for (const event of matchBar({ ...step, bar: within, orders: working, used, most, grant })) {
      // An earlier fill can have ended it.
      if (isWorking(book.orders.get(event.orderId)!.status)) follow[event.kind](event as never);
    }
  }
  run(matched, bar);

  for (const order of workingIn(book, symbol)) {
    if (remainingOf(book, order).isZero()) cancel(order, 'a linked order was filled (OCO)');
  }
  for (const order of [...matched, ...protecting]) {
    order.day ??= dayOf(bar.time);
    if (!workingIn(book, symbol).includes(order)) continue;
    if (tradable(book, order, allowShort).isZero()) cancel(order, 'no position left to close');
    else if (!order.triggered) trail(order);
  }
  return events;
}

/** Why a fill of a market or stop order is beyond the collar; undefined if it is not. */
function beyondCollar(
  order: BookOrder,
  { price }: MatchedFill,
  collar: BarStep['collar'],
): string | undefined {
  const { side, stopPrice } = order.content;
  const type = matchedType(order.content.type);
  if (!collar || (type !== 'market' && type !== 'stop')) return undefined;
  const expected = type === 'stop' ? new Decimal(stopPrice!) : collar.referenceOf(order);
  const worse = price
    .div(expected)
    .minus(1)
    .times(side === 'buy' ? 100 : -100);
  if (worse.lte(collar.percent)) return undefined;
  return `it would fill at ${price}, more than ${collar.percent} % worse than ${expected} (fillCollarPercent)`;
}

function fillEvent(book: Book, order: BookOrder, fill: MatchedFill, barTime: string): BookEvent {
  return {
    kind: 'filled',
    orderId: order.id,
    fill: {
      id: `${order.id}/${order.fills + 1}`,
      quantity: fill.quantity.toFixed(),
      price: fill.price.toFixed(),
      notional: fill.notional.toFixed(),
      fee: fill.fee.toFixed(),
      liquidity: fill.liquidity,
    },
    release: releaseOf(book, order, fill.quantity),
    barTime,
  };
}
