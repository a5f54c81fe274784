import { Decimal } from '../../../base/decimal.ts';
import { basisPoints, lotStep, roundDownToLot, roundMoney } from '../../rounding.ts';
import { dayOf, isLastOfDay } from '../../market/days.ts';
import type { MatchedFill, MatchEvent, MatchingTerms, Offer, WorkingOrder } from './matching.ts';
import type { BarInterval } from '../../market/bar-interval.ts';
import { reach } from './offers.ts';
import type { Prices } from './offers.ts';
import { slippageOf } from './slippage.ts';

/** A bar and the orders to match with it. */
export type BarMatch = BarInterval & {
  /** Orders of one symbol, in the order of submission. */
  orders: readonly WorkingOrder[];
  terms: MatchingTerms;
  /** Volume of the bar that other orders have used. */
  used?: Decimal;
  /** Lot size: fills are whole multiples of it. */
  lot?: Decimal;
  /** Whether a target fills before its stop if the bar reaches both after its open. @default false */
  targetFirst?: boolean;
  /** Maximum quantity that an order can trade, asked before each fill. Default: its remaining quantity. */
  most?: (order: WorkingOrder) => Decimal;
  /** Quantity of a proposed fill that is allowed, such as by the available cash. Default: all. */
  grant?: (order: WorkingOrder, fill: MatchedFill) => Decimal;
};

/**
 * The rank of a reducing order within a bar, lowest first. What the open reaches comes first; for a stop and a target
 * reached later, `targetFirst` decides.
 */
function rankOf(order: WorkingOrder, { open }: Prices, targetFirst: boolean): number {
  const { type, side, stopPrice, triggered } = order;
  if (type === 'market') return 0;
  if (type === 'limit') return targetFirst ? 2 : 3;
  const isReached = side === 'buy' ? open.gte(stopPrice!) : open.lte(stopPrice!);
  if (triggered || isReached) return 1;
  return targetFirst ? 3 : 2;
}

/** The order in which a bar fills orders: reducing orders first, then by submission. */
function queueOf(orders: readonly WorkingOrder[], prices: Prices, targetFirst: boolean) {
  const reducing = orders.filter(({ reduces }) => reduces);
  const rank = (order: WorkingOrder) => rankOf(order, prices, targetFirst);
  return [
    ...reducing.toSorted((one, other) => rank(one) - rank(other)),
    ...orders.filter(({ reduces }) => !reduces),
  ];
}

/**
 * Matches the orders of one symbol with one bar. Together they fill at most a share of the bar's volume, in whole lots.
 * The rest waits for later bars, or ends, by its time in force. Each event is yielded before the next is computed, so
 * `most` and `grant` can take it into account.
 * @returns the events, in order. An order that is not filled, expired or replaced stays open.
 */
export function* matchBar(match: BarMatch): Generator<MatchEvent, void> {
  const { orders, bar, terms, lot = lotStep, used = new Decimal(0) } = match;
  const { most = ({ remaining }) => remaining, grant = (_, { quantity }) => quantity } = match;
  const prices = pricesOf(bar);
  const share = new Decimal(bar.volume).times(terms.volumeShare).minus(used);
  let left = Decimal.max(0, roundDownToLot(share, lot));
  const filled = createTally();
  const [over, working] = [orders.filter(isOver(bar)), orders.filter((one) => !isOver(bar)(one))];

  for (const { id: orderId, day = '' } of over) yield { ...dayIsOver(day), orderId };
  for (const order of queueOf(working, prices, match.targetFirst ?? false)) {
    const { id: orderId } = order;
    const remaining = order.remaining.minus(filled.byGroup(order));
    if (remaining.isZero()) continue;
    const { triggered, offer } = reach(order, prices, slippageOf(terms, orderId, bar.time));
    if (triggered && !order.triggered) yield { kind: 'triggered', orderId };
    const wanted = Decimal.min(remaining, left, most(order));
    if (!offer || wanted.isZero()) continue;
    const quantity = grant(order, fillAt(offer, wanted, terms));
    if (quantity.isZero()) continue;
    filled.add(order, quantity);
    left = left.minus(quantity);
    yield { kind: 'filled', orderId, fill: fillAt(offer, quantity, terms) };
  }
  for (const order of working) {
    const ending = endingOf(order, filled, match);
    if (ending) yield { ...ending, orderId: order.id };
  }
}

type Ending = Pick<Extract<MatchEvent, { reason: string }>, 'kind' | 'reason'>;

const dayIsOver = (day: string): Ending => ({
  kind: 'expired',
  reason: `its day, ${day}, has ended`,
});

const isOver =
  ({ time }: BarInterval['bar']) =>
  ({ timeInForce, day }: WorkingOrder): boolean =>
    timeInForce === 'day' && day !== undefined && dayOf(time) > day;

/** How an order with a remaining quantity ends with the bar; undefined if it stays open. */
function endingOf(order: WorkingOrder, filled: Tally, interval: BarInterval): Ending | undefined {
  if (filled.byOrder(order).eq(order.remaining)) return undefined;
  if (filled.byGroup(order).eq(order.remaining)) {
    return { kind: 'replaced', reason: 'a linked order was filled (OCO)' };
  }
  if (order.timeInForce === 'ioc') {
    return { kind: 'expired', reason: 'not filled on its first bar (IOC)' };
  }
  const isLast = order.timeInForce === 'day' && isLastOfDay(interval);
  return isLast ? dayIsOver(dayOf(interval.bar.time)) : undefined;
}

type Tally = ReturnType<typeof createTally>;

/** Counts filled quantities by order and by OCO group. */
function createTally() {
  const quantities = new Map<string, Decimal>();
  const zero = new Decimal(0);
  const of = (name: string) => quantities.get(name) ?? zero;
  const names = ({ id, group = id }: WorkingOrder) => [`order ${id}`, `group ${group}`] as const;
  return {
    byOrder: (order: WorkingOrder) => of(names(order)[0]),
    byGroup: (order: WorkingOrder) => of(names(order)[1]),
    add(order: WorkingOrder, quantity: Decimal) {
      for (const name of names(order)) quantities.set(name, of(name).plus(quantity));
    },
  };
}

function pricesOf({ open, high, low, close }: BarMatch['bar']): Prices {
  return {
    open: new Decimal(open),
    high: new Decimal(high),
    low: new Decimal(low),
    close: new Decimal(close),
  };
}

/** The fill of a quantity at an offer, with its fee. */
function fillAt(
  { price, liquidity }: Offer,
  quantity: Decimal,
  terms: Pick<MatchingTerms, 'makerFeeBasisPoints' | 'takerFeeBasisPoints'>,
): MatchedFill {
  const notional = quantity.times(price);
  const points = liquidity === 'maker' ? terms.makerFeeBasisPoints : terms.takerFeeBasisPoints;
  return { price, liquidity, quantity, notional, fee: roundMoney(basisPoints(notional, points)) };
}
