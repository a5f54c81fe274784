import { orderProblems, protectionProblems } from '../../../../../contracts/trading/order-rules.ts';
import {
  closable,
  equityOf,
  freeCash,
  held,
  priceOf,
  remaining,
  sign,
  working,
} from './account.ts';
import { dayResult } from './day.ts';
import { reserveFor } from './reserve.ts';
import { Num } from './types.ts';
import type { Account, ModelOrder } from './types.ts';

/** What the gates say to an order: the first that denies it, or whether one lets it pass only since it reduces a position. */
type Decision = { denial: string | undefined; reduceOnly: boolean; reserve: Num };

/** Whether an order is denied, and what it holds where it is not. */
export function decide(account: Account, order: ModelOrder): Decision {
  const reduces = isReducing(account, order);
  const denying = gates.filter(([, denies]) => denies(account, order)).map(([name]) => name);
  const denial = denying.find((name) => !(reduces && sparing.has(name)));
  return { denial, reduceOnly: reduces, reserve: reserveFor(account, order, reduces) };
}

/** Whether an order only reduces, together with the open ones of its side. */
function isReducing(account: Account, order: ModelOrder): boolean {
  if (order.reduceOnly) return true;
  const rest = openOf(account, order.symbol, order.side).plus(order.quantity);
  return rest.lte(closable(account, order));
}

/** What open orders of a side can still trade, without those that can only close. */
function openOf(account: Account, symbol: string, side: ModelOrder['side']): Num {
  return working(account, symbol)
    .filter((one) => one.side === side && one.leg === 'entry' && !one.reduceOnly)
    .reduce((sum, one) => sum.plus(remaining(account, one)), new Num(0));
}

type Denies = (account: Account, order: ModelOrder) => boolean;

const isMultiple = (value: Num, step: number) => value.mod(step).isZero();

/** The prices that were given; a trailing stop has found its own. */
const pricesOf = ({ type, limitPrice, stopPrice, stopLoss, takeProfit }: ModelOrder) =>
  [limitPrice, type === 'trailing_stop' ? undefined : stopPrice, stopLoss, takeProfit].filter(
    (price) => price !== undefined,
  );

function worthOf(account: Account, order: ModelOrder): Num {
  const market = priceOf(account, order.symbol);
  const own = order.limitPrice ?? order.stopPrice ?? market;
  // A sale can bring as much as the market.
  const price = order.side === 'buy' ? own : Num.max(own, market);
  return order.quantity.times(price);
}

/** The most and the least that a position can come to with an order and the open ones. */
function reachOf(account: Account, symbol: string, order?: ModelOrder) {
  const own = (side: ModelOrder['side']) =>
    order?.symbol === symbol && order.side === side ? order.quantity : 0;
  const now = held(account, symbol);
  return {
    most: now.plus(openOf(account, symbol, 'buy')).plus(own('buy')),
    least: now.minus(openOf(account, symbol, 'sell')).minus(own('sell')),
  };
}

function largestWorth(account: Account, symbol: string, order?: ModelOrder): Num {
  const { most, least } = reachOf(account, symbol, order);
  return Num.max(most.abs(), least.abs()).times(priceOf(account, symbol));
}

/** The gates that a scenario can reach, in the order in which they are checked. */
const gates: [string, Denies][] = [
  ['kill switch', ({ killSwitch }) => killSwitch],
  [
    'allowed symbols',
    ({ settings: { symbols } }, { symbol }) => symbols !== null && !symbols.includes(symbol),
  ],
  [
    'quantity',
    ({ settings }, { symbol, quantity }) => {
      const lot = settings.instruments[symbol]?.lot ?? 0.0001;
      return quantity.lte(0) || !isMultiple(quantity, lot);
    },
  ],
  [
    'tick',
    ({ settings }, order) => {
      const tick = settings.instruments[order.symbol]?.tick;
      return tick !== undefined && pricesOf(order).some((price) => !isMultiple(price, tick));
    },
  ],
  [
    'least notional',
    (account, order) => {
      const least = account.settings.instruments[order.symbol]?.leastNotional;
      return least !== undefined && worthOf(account, order).lt(least);
    },
  ],
  [
    'prices',
    (account, order) => {
      const market = priceOf(account, order.symbol);
      const isTrailing = order.type === 'trailing_stop';
      if (orderProblems(isTrailing ? { ...order, stopPrice: undefined } : order).length > 0)
        return true;
      if (order.trailAmount?.gte(market)) return true;
      const entry = order.limitPrice ?? order.stopPrice ?? market;
      if (protectionProblems(order, entry).length > 0) return true;
      return (
        order.stopPrice !== undefined && order.stopPrice.minus(market).times(sign(order)).lte(0)
      );
    },
  ],
  [
    'price collar',
    (account, order) => {
      const { priceCollarPercent: percent } = account.settings;
      if (percent === null) return false;
      const market = priceOf(account, order.symbol);
      const isFar = (price: Num, from: Num) =>
        price.minus(from).abs().times(100).gt(from.times(percent));
      if (isFar(market, order.referencePrice!)) return true;
      const start = order.stopPrice ?? market;
      const worse = order.limitPrice?.minus(start).times(sign(order));
      return worse !== undefined && worse.times(100).gt(start.times(percent));
    },
  ],
  [
    'order limit',
    (account, order) => {
      const { orderNotional } = account.settings;
      return orderNotional !== null && worthOf(account, order).gt(orderNotional);
    },
  ],
  [
    'short selling',
    (account, order) =>
      !account.settings.allowShort &&
      order.side === 'sell' &&
      reachOf(account, order.symbol, order).least.lt(0),
  ],
  [
    'gross exposure',
    (account, order) => {
      const symbols = new Set([
        order.symbol,
        ...account.positions.keys(),
        ...working(account).map(({ symbol }) => symbol),
      ]);
      const exposure = [...symbols].reduce(
        (sum, symbol) => sum.plus(largestWorth(account, symbol, order)),
        new Num(0),
      );
      return exposure.gt(equityOf(account).times(account.settings.grossExposure));
    },
  ],
  [
    'position share',
    (account, order) => {
      const { positionShare } = account.settings;
      if (positionShare === null) return false;
      return largestWorth(account, order.symbol, order).gt(equityOf(account).times(positionShare));
    },
  ],
  [
    'daily loss',
    (account) => {
      const { dailyLoss } = account.settings;
      return dailyLoss !== null && dayResult(account).lte(-dailyLoss);
    },
  ],
  [
    'cash',
    (account, order) =>
      order.side === 'buy' && reserveFor(account, order, false).gt(freeCash(account)),
  ],
  [
    'open orders',
    (account) => {
      const { openOrders } = account.settings;
      return openOrders !== null && working(account).length >= openOrders;
    },
  ],
];

/** Those that an order passes which reduces. */
const sparing = new Set([
  'kill switch',
  'allowed symbols',
  'order limit',
  'gross exposure',
  'position share',
  'daily loss',
  'cash',
  'open orders',
]);
