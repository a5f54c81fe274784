import type { BookEvent } from '../../../../../contracts/trading/book-events.ts';
import type { OrderStatus } from '../../../../../contracts/trading/orders.ts';
import { Num } from './types.ts';
import type { Account } from './types.ts';

/** What came of an order, in a form that the model and the exchange share. */
type OrderOutcome = {
  name: string;
  status: OrderStatus;
  filled: string;
  triggered: boolean;
  reduceOnly: boolean;
  reserve: string;
  reason: string;
};

export type Outcome = {
  orders: OrderOutcome[];
  fills: { order: string; quantity: string; price: string; fee: string; liquidity: string }[];
  marginCalls: { symbol: string; equity: string; required: string }[];
  cash: string;
  fees: string;
  borrowFees: string;
  realized: string;
  positions: Record<string, { quantity: string; averagePrice: string }>;
};

const text = (value: Num | string) => new Num(value).toFixed();

/** What a quotient has come to: both compute with fifty digits, and so differ in the last of them. */
const rounded = (value: Num | string) => new Num(value).toDecimalPlaces(30).toFixed();

/** The order of submission is that of the fills too, and a replacement can change it. */
const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);

export function outcomeOfModel(account: Account): Outcome {
  return {
    orders: account.orders.toSorted(byName).map((order) => ({
      name: order.name,
      status: order.status,
      filled: text(order.filled),
      triggered: order.triggered && order.status !== 'canceled',
      reduceOnly: order.reduceOnly,
      reserve: text(order.reserve),
      reason: order.reason,
    })),
    fills: account.fills.map(({ order, quantity, price, fee, liquidity }) => ({
      order,
      quantity: text(quantity),
      price: text(price),
      fee: text(fee),
      liquidity,
    })),
    marginCalls: account.marginCalls.map(({ symbol, equity, required }) => ({
      symbol,
      equity: text(equity),
      required: text(required),
    })),
    cash: text(account.cash),
    fees: text(account.fees),
    borrowFees: text(account.borrowFees),
    realized: rounded(account.realized),
    positions: Object.fromEntries(
      [...account.positions].map(([symbol, { quantity, averagePrice }]) => [
        symbol,
        { quantity: text(quantity), averagePrice: rounded(averagePrice) },
      ]),
    ),
  };
}

/** What the exchange has done with a scenario. The ids of its orders are the names with a prefix. */
export type Driven = {
  prefix: string;
  events: readonly BookEvent[];
  working: ReadonlyMap<string, OrderStatus>;
  sums: Record<'cash' | 'fees' | 'borrowFees' | 'realized', Num>;
  positions: { symbol: string; quantity: Num; averagePrice: Num }[];
};

/** What the events of the exchange add up to, beside the sums that it keeps. */
export function outcomeOfExchange(driven: Driven): Outcome {
  const { prefix, events, sums } = driven;
  const names = namesIn(prefix, events);
  const orders = new Map<string, OrderOutcome>();
  const fills: Outcome['fills'] = [];
  const marginCalls: Outcome['marginCalls'] = [];
  const orderOf = (id: string) => orders.get(id)!;
  for (const event of events) {
    switch (event.kind) {
      case 'submitted':
        orders.set(event.orderId, {
          name: names.get(event.orderId)!,
          status: 'submitted',
          filled: '0',
          triggered: false,
          reduceOnly: false,
          reserve: '0',
          reason: '',
        });
        break;
      case 'accepted':
        orderOf(event.orderId).status = 'accepted';
        orderOf(event.orderId).reserve = text(event.reserve);
        orderOf(event.orderId).reduceOnly = event.reduceOnly ?? false;
        break;
      case 'replaced': {
        const order = orderOf(event.orderId);
        release(orders, event.release);
        order.reserve = text(event.reserve);
        order.reduceOnly ||= event.reduceOnly ?? false;
        break;
      }
      case 'restricted':
        orderOf(event.orderId).reduceOnly = true;
        break;
      case 'triggered':
        orderOf(event.orderId).triggered = true;
        orderOf(event.orderId).status = 'triggered';
        break;
      case 'filled': {
        const order = orderOf(event.orderId);
        const { quantity, price, fee, liquidity } = event.fill;
        order.filled = text(new Num(order.filled).plus(quantity));
        order.status = 'partially_filled';
        release(orders, event.release);
        const [filled, figures] = [text(quantity), { price: text(price), fee: text(fee) }];
        fills.push({ order: order.name, quantity: filled, ...figures, liquidity });
        break;
      }
      case 'denied':
      case 'canceled':
      case 'expired':
        orderOf(event.orderId).status = event.kind;
        orderOf(event.orderId).reason = reasonOf(event);
        if (event.kind !== 'denied') release(orders, event.release);
        break;
      case 'margin_call':
        marginCalls.push({
          symbol: event.symbol,
          equity: text(event.equity),
          required: text(event.required),
        });
        break;
      default:
    }
  }
  for (const [id, order] of orders) {
    // A fill does not say whether it was the last one.
    if (order.status === 'partially_filled') order.status = driven.working.get(id) ?? 'filled';
    // What is canceled within a bar can have reached its stop price before or not.
    if (order.status === 'canceled') order.triggered = false;
  }
  return {
    orders: [...orders.values()].toSorted(byName),
    fills,
    marginCalls,
    cash: text(sums.cash),
    fees: text(sums.fees),
    borrowFees: text(sums.borrowFees),
    realized: rounded(sums.realized),
    positions: Object.fromEntries(
      driven.positions.map(({ symbol, quantity, averagePrice }) => [
        symbol,
        { quantity: text(quantity), averagePrice: rounded(averagePrice) },
      ]),
    ),
  };
}

/** How the texts of the exchange begin or end, by what the model says; a denial begins with its gate. */
const reasons: [RegExp, string][] = [
  [/\(OCO\)$/, 'nothing left'],
  [/^no position left/, 'nothing left'],
  [/\(IOC\)$/, 'ioc'],
  [/^its day/, 'day'],
  [/kill switch/, 'kill switch'],
  [/^gross exposure/, 'gross exposure'],
  [/^position share/, 'position share'],
  [/^daily loss/, 'daily loss'],
  [/Collar/, 'collar'],
  [/cash/, 'cash'],
];

function reasonOf({ kind, reason }: { kind: string; reason: string }): string {
  if (kind === 'denied') return reason.slice(0, reason.indexOf(': '));
  return reasons.find(([pattern]) => pattern.test(reason))?.[1] ?? reason;
}

function release(
  orders: ReadonlyMap<string, OrderOutcome>,
  { orderId, amount }: { orderId: string; amount: string },
): void {
  const order = orders.get(orderId)!;
  order.reserve = text(new Num(order.reserve).minus(amount));
}

/** The names that the model gives to the orders of the exchange. */
function namesIn(prefix: string, events: readonly BookEvent[]): Map<string, string> {
  const names = new Map<string, string>();
  const groups = new Map<string, string[]>();
  let marginCalls = 0;
  for (const event of events) {
    if (event.kind !== 'submitted') continue;
    const { orderId, order } = event;
    if (order.leg === 'entry') names.set(orderId, orderId.slice(prefix.length));
    else if (order.leg === 'margin') names.set(orderId, `margin:${(marginCalls += 1)}`);
    else {
      const parent = names.get(order.parentId!)!;
      const ofParent = groups.get(parent) ?? [];
      if (!ofParent.includes(order.group!)) groups.set(parent, [...ofParent, order.group!]);
      const ordinal = groups.get(parent)!.indexOf(order.group!) + 1;
      names.set(orderId, `${parent}:${ordinal}:${order.leg}`);
    }
  }
  return names;
}
