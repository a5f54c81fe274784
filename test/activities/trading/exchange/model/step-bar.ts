import { isWorking } from '../../../../../contracts/trading/orders.ts';
import type { OrderStatus } from '../../../../../contracts/trading/orders.ts';
import {
  closable,
  distanceAt,
  freeCash,
  lotOf,
  newOrder,
  remaining,
  sign,
  trade,
  working,
} from './account.ts';
import { endOf } from './day.ts';
import { denialAtFill } from './gates-at-fill.ts';
import { offerOf, viewAfter } from './offer.ts';
import type { Offer, View } from './offer.ts';
import { mostOf, toMoney } from './reserve.ts';
import { Num } from './types.ts';
import type { Account, ModelBar, ModelOrder } from './types.ts';

/** A bar while it serves the orders of its symbol. */
type Serving = {
  /** What each order could trade when the bar began. */
  most: Map<ModelOrder, Num>;
  bar: ModelBar;
  /** What is left of it. */
  volume: Num;
  /** Orders with a limit that have waited on an earlier bar. */
  rested: Set<string>;
};

/** Ends an order with what it held. */
export function end(order: ModelOrder, status: OrderStatus, reason: string): void {
  order.status = status;
  order.reason = reason;
  order.reserve = new Num(0);
}

/** What a bar does to an account. */
export function stepBar(account: Account, symbol: string, bar: ModelBar): void {
  account.bars.set(symbol, [...(account.bars.get(symbol) ?? []), bar]);
  const day = bar.time.slice(0, 10);
  for (const order of working(account, symbol)) {
    const isOver = order.timeInForce === 'day' && order.day !== undefined && order.day !== day;
    if (isOver) end(order, 'expired', 'day');
  }
  const orders = working(account, symbol);
  const view = {
    open: new Num(bar.open),
    high: new Num(bar.high),
    low: new Num(bar.low),
    close: new Num(bar.close),
  };
  const volume = new Num(account.settings.volumeShare).times(bar.volume);
  const rested = new Set(orders.filter(isResting).map(({ name }) => name));
  const most = new Map(
    orders.map((order) => {
      const limit = canOnlyClose(order) ? tradable : remaining;
      return [order, limit(account, order)];
    }),
  );
  const serving = { bar, volume, rested, most };
  for (const order of inOrder(account, orders, view)) serve(account, order, view, serving);
  for (const order of working(account, symbol)) {
    order.day ??= day;
    const isServed = !most.get(order)?.isZero();
    const isOver = order.timeInForce === 'day' && endOf(bar).slice(0, 10) !== day;
    trail(order, view.close);
    if (isServed && order.timeInForce === 'ioc') end(order, 'expired', 'ioc');
    else if (isServed && isOver) end(order, 'expired', 'day');
    else if (tradable(account, order).isZero()) end(order, 'canceled', 'nothing left');
  }
}

/** What is left of an order, cut to what it can close where it may open nothing. */
function tradable(account: Account, order: ModelOrder): Num {
  const rest = remaining(account, order);
  const isCut = canOnlyClose(order) || (order.side === 'sell' && !account.settings.allowShort);
  return isCut ? Num.min(rest, closable(account, order)) : rest;
}

/** Whether it waits in the book with its limit since an earlier bar. */
const isResting = ({ type, triggered, limitPrice, day }: ModelOrder) =>
  limitPrice !== undefined && day !== undefined && (type === 'limit' || triggered);

const canOnlyClose = ({ reduceOnly, leg }: ModelOrder) => reduceOnly || leg !== 'entry';

/** What can only reduce comes first, by its kind; all else in the order of submission. */
function inOrder(account: Account, orders: ModelOrder[], view: View): ModelOrder[] {
  const rankOf = (order: ModelOrder) => {
    const rest = remaining(account, order);
    const reduces = canOnlyClose(order) || rest.lte(closable(account, order));
    return reduces ? kindOf(account, order, view) : 9;
  };
  return orders
    .map((order, index) => ({ order, index, rank: rankOf(order) }))
    .toSorted((one, other) => one.rank - other.rank || one.index - other.index)
    .map(({ order }) => order);
}

function kindOf({ settings }: Account, order: ModelOrder, { open }: View): number {
  if (order.type === 'market') return 0;
  if (order.type === 'limit') return settings.sameBarExit === 'target' ? 2 : 4;
  if (order.triggered) return 1;
  const isBeyond = order.side === 'buy' ? open.gte(order.stopPrice!) : open.lte(order.stopPrice!);
  return isBeyond ? 1 : 3;
}

function serve(account: Account, order: ModelOrder, view: View, serving: Serving): void {
  if (!isWorking(order.status)) return;
  const most = serving.most.get(order) ?? order.quantity;
  if (most.isZero()) return;
  const { triggers, fill } = offerOf(order, view, account.settings.slippageBasisPoints);
  if (triggers && !order.triggered) {
    order.triggered = true;
    if (order.status === 'accepted') order.status = 'triggered';
  }
  if (!fill) return;
  const lot = lotOf(account, order.symbol);
  const granted = Num.min(
    most,
    tradable(account, order),
    serving.volume.div(lot).floor().times(lot),
  );
  if (granted.isZero()) return;
  const closes = Num.min(granted, closable(account, order));
  const refusal = closes.lt(granted)
    ? refusalOf(account, order, granted, fill, serving)
    : undefined;
  const quantity = refusal ? closes : granted;
  if (!quantity.isZero()) book(account, order, quantity, fill, serving);
  if (refusal) end(order, 'canceled', refusal);
  const opened = quantity.minus(closes);
  if (opened.isZero()) return;
  protect(
    account,
    order,
    { quantity: opened, price: fill.price },
    viewAfter(order, fill, view),
    serving,
  );
}

type Filled = NonNullable<Offer['fill']>;

function feeOf({ settings }: Account, order: ModelOrder, { course }: Filled, serving: Serving) {
  const rests =
    (order.type === 'limit' || order.type === 'stop_limit') &&
    course !== 'at stop' &&
    (course !== 'at open' || serving.rested.has(order.name));
  const liquidity = rests ? ('maker' as const) : ('taker' as const);
  const points = rests ? settings.makerFeeBasisPoints : settings.takerFeeBasisPoints;
  return { liquidity, share: new Num(points).div(10_000) };
}

/** Why what opens a position is canceled. */
function refusalOf(
  account: Account,
  order: ModelOrder,
  quantity: Num,
  fill: Filled,
  serving: Serving,
): string | undefined {
  const { fillCollarPercent } = account.settings;
  const expected = order.type === 'market' ? order.referencePrice : order.stopPrice;
  if (fillCollarPercent !== null && expected && order.limitPrice === undefined) {
    const worse = fill.price.minus(expected).times(sign(order));
    if (worse.times(100).gt(expected.times(fillCollarPercent))) return 'collar';
  }
  if (order.side === 'buy') {
    const { share } = feeOf(account, order, fill, serving);
    const notional = quantity.times(fill.price);
    const cost = notional.plus(toMoney(notional.times(share)));
    if (cost.gt(freeCash(account).plus(freedBy(account, order, quantity)))) return 'cash';
  }
  return denialAtFill(account, order, { quantity, price: fill.price });
}

function book(
  account: Account,
  order: ModelOrder,
  quantity: Num,
  fill: Filled,
  serving: Serving,
): void {
  const { price } = fill;
  const { liquidity, share } = feeOf(account, order, fill, serving);
  const notional = quantity.times(price);
  const fee = toMoney(notional.times(share));
  const freed = freedBy(account, order, quantity);
  serving.volume = serving.volume.minus(quantity);
  account.cash = account.cash.minus(notional.times(sign(order))).minus(fee);
  account.fees = account.fees.plus(fee);
  trade(account, order.symbol, quantity.times(sign(order)), price);
  account.fills.push({
    order: order.name,
    quantity,
    price,
    fee,
    liquidity,
    barTime: serving.bar.time,
  });
  order.filled = order.filled.plus(quantity);
  const holder = holderOf(account, order);
  holder.reserve = holder.reserve.minus(freed);
  order.status = order.filled.eq(order.quantity) ? 'filled' : 'partially_filled';
  for (const other of working(account, order.symbol)) {
    const hasNothingLeft = canOnlyClose(other) && closable(account, other).isZero();
    if (hasNothingLeft || remaining(account, other).isZero())
      end(other, 'canceled', 'nothing left');
  }
}

/** What a fill frees of the cash that is held for its order. */
function freedBy(account: Account, order: ModelOrder, quantity: Num): Num {
  const { reserve } = holderOf(account, order);
  const rest = remaining(account, order);
  return quantity.eq(rest) ? reserve : toMoney(reserve.times(quantity).div(rest), Num.ROUND_DOWN);
}

/** A stop holds the cash for its target too. */
const holderOf = ({ orders }: Account, order: ModelOrder) =>
  orders.find(({ group, reserve }) => group && group === order.group && reserve.gt(0)) ?? order;

/** Puts a stop and a target at what a fill has opened, and serves them with what is known to follow it. */
function protect(
  account: Account,
  entry: ModelOrder,
  { quantity, price }: { quantity: Num; price: Num },
  view: View,
  serving: Serving,
): void {
  entry.opened += 1;
  const group = `${entry.name}:${entry.opened}`;
  const side = entry.side === 'buy' ? ('sell' as const) : ('buy' as const);
  const common = { symbol: entry.symbol, side, quantity, group };
  const orders: ModelOrder[] = [];
  const stop = stopOf(entry, price);
  if (stop) orders.push(newOrder({ ...common, ...stop, name: `${group}:stop`, leg: 'stop' }));
  if (entry.takeProfit) {
    const target = { type: 'limit', limitPrice: entry.takeProfit } as const;
    orders.push(newOrder({ ...common, ...target, name: `${group}:target`, leg: 'target' }));
  }
  const [first] = orders;
  if (first)
    first.reserve = Num.max(Num.min(mostOf(account, first, view.open), freeCash(account)), 0);
  account.orders.push(...orders);
  for (const order of inOrder(account, orders, view)) serve(account, order, view, serving);
}

/** The stop of a fill: at the stop loss or, where that trails, at its distance from the fill if that is nearer. */
function stopOf(entry: ModelOrder, price: Num) {
  const distance = entry.type === 'trailing_stop' ? undefined : distanceAt(entry, price);
  if (!distance) return entry.stopLoss && { type: 'stop' as const, stopPrice: entry.stopLoss };
  const trailing = price.minus(distance.times(sign(entry)));
  const stopPrice =
    entry.stopLoss && trailing.minus(entry.stopLoss).times(sign(entry)).lt(0)
      ? entry.stopLoss
      : trailing;
  return { type: 'trailing_stop' as const, distance, stopPrice };
}

/** A trailing stop that was not reached follows the close of a bar, and never moves back. */
function trail(order: ModelOrder, close: Num): void {
  if (!order.distance || order.triggered) return;
  const followed = close.plus(order.distance.times(sign(order)));
  const isNearer = followed.minus(order.stopPrice!).times(sign(order)).lt(0);
  if (isNearer) order.stopPrice = followed;
}
