import { isWorking } from '../../../../../contracts/trading/orders.ts';
import { Num } from './types.ts';
import type { Account, ModelOrder, ModelPosition, ModelSettings } from './types.ts';

export function openAccount(settings: ModelSettings): Account {
  return {
    ownSettings: settings,
    settings,
    killSwitch: false,
    cash: new Num(settings.deposit),
    fees: new Num(0),
    borrowFees: new Num(0),
    realized: new Num(0),
    orders: [],
    fills: [],
    positions: new Map(),
    marginCalls: [],
    charged: new Map(),
    bars: new Map(),
  };
}

export const sign = ({ side }: Pick<ModelOrder, 'side'>) => (side === 'buy' ? 1 : -1);

export function held({ positions }: Account, symbol: string): Num {
  return positions.get(symbol)?.quantity ?? new Num(0);
}

/** How much an order can close: what is held, where it is on the other side of the position. */
export function closable(
  account: Account,
  { symbol, side }: Pick<ModelOrder, 'symbol' | 'side'>,
): Num {
  return Num.max(held(account, symbol).times(-sign({ side })), 0);
}

export function priceOf({ bars }: Account, symbol: string): Num {
  return new Num(bars.get(symbol)!.at(-1)!.close);
}

export const working = ({ orders }: Account, symbol?: string) =>
  orders.filter(
    (order) => isWorking(order.status) && (symbol === undefined || order.symbol === symbol),
  );

/** What is left to fill of an order, which the other one of its group may have filled in its place. */
export function remaining({ orders }: Account, { name, group, quantity, filled }: ModelOrder): Num {
  const others = orders.filter((other) => group && other.group === group && other.name !== name);
  return others.reduce((rest, other) => rest.minus(other.filled), quantity.minus(filled));
}

export function equityOf(account: Account): Num {
  return [...account.positions].reduce(
    (sum, [symbol, { quantity }]) => sum.plus(quantity.times(priceOf(account, symbol))),
    account.cash,
  );
}

/** Cash that no working order holds. */
export function freeCash(account: Account): Num {
  return working(account).reduce((free, { reserve }) => free.minus(reserve), account.cash);
}

/** The smallest step of a quantity. */
export function lotOf({ settings }: Account, symbol: string): number {
  return settings.instruments[symbol]?.lot ?? 0.0001;
}

/** Books a trade: the average price is that of what was added, and what is taken away realizes the difference. */
export function trade(account: Account, symbol: string, change: Num, price: Num): void {
  const before: ModelPosition = account.positions.get(symbol) ?? {
    quantity: new Num(0),
    averagePrice: new Num(0),
  };
  const quantity = before.quantity.plus(change);
  const isAdded = before.quantity.isZero() || before.quantity.s === change.s;
  if (isAdded) {
    const worth = before.quantity.times(before.averagePrice).plus(change.times(price));
    account.positions.set(symbol, { quantity, averagePrice: worth.div(quantity) });
    return;
  }
  const closed = Num.min(change.abs(), before.quantity.abs()).times(before.quantity.s);
  account.realized = account.realized.plus(price.minus(before.averagePrice).times(closed));
  if (quantity.isZero()) account.positions.delete(symbol);
  else {
    const isTurned = quantity.s !== before.quantity.s;
    account.positions.set(symbol, {
      quantity,
      averagePrice: isTurned ? price : before.averagePrice,
    });
  }
}

/** An order that is accepted, with what is said of it. */
export function newOrder(
  given: Pick<ModelOrder, 'name' | 'symbol' | 'side' | 'type' | 'quantity' | 'leg'> &
    Partial<ModelOrder>,
): ModelOrder {
  return {
    limitPrice: undefined,
    stopPrice: undefined,
    referencePrice: undefined,
    stopLoss: undefined,
    takeProfit: undefined,
    trailAmount: undefined,
    trailPercent: undefined,
    distance: undefined,
    timeInForce: 'gtc',
    group: undefined,
    status: 'accepted',
    reason: '',
    filled: new Num(0),
    opened: 0,
    reserve: new Num(0),
    triggered: false,
    reduceOnly: false,
    day: undefined,
    ...given,
  };
}

/** How far a stop trails: of a percentage, by the price that it begins at. */
export function distanceAt(
  { trailAmount, trailPercent }: Pick<ModelOrder, 'trailAmount' | 'trailPercent'>,
  price: Num,
): Num | undefined {
  return trailAmount ?? trailPercent?.times(price).div(100).toDecimalPlaces(12);
}
