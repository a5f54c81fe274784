import { isWorking } from '../../../../../contracts/trading/orders.ts';
import {
  closable,
  distanceAt,
  held,
  newOrder,
  openAccount,
  priceOf,
  sign,
  working,
} from './account.ts';
import { chargeIdleShorts, chargeUpTo } from './borrow-fee.ts';
import { decide } from './gates.ts';
import { enforceMargin } from './margin.ts';
import { replace } from './replace.ts';
import { end, stepBar } from './step-bar.ts';
import { Num } from './types.ts';
import type { Account, Action, ModelSettings, Ordered } from './types.ts';

/**
 * The paper exchange as docs/trading.md describes it. It shares no code with the exchange, so that the two can be held
 * against each other.
 */
export function runModel(settings: ModelSettings, actions: readonly Action[]): Account {
  const account = openAccount(settings);
  for (const action of actions) act(account, action);
  return account;
}

function act(account: Account, action: Action): void {
  switch (action.do) {
    case 'bar':
      chargeUpTo(account, action.symbol, action.bar.time);
      stepBar(account, action.symbol, action.bar);
      chargeIdleShorts(account);
      enforceMargin(account);
      return;
    case 'order':
      place(account, action.order);
      return;
    case 'replace':
      replace(account, action.replacement);
      return;
    case 'cancel': {
      const order = account.orders.find(({ name }) => name === action.name);
      if (order && isWorking(order.status)) end(order, 'canceled', 'asked for');
      return;
    }
    case 'kill switch':
      turnKillSwitch(account, action);
      chargeIdleShorts(account);
      enforceMargin(account);
      return;
    case 'gates':
      account.settings = { ...account.ownSettings, ...action.gates };
  }
}

function place(account: Account, ordered: Ordered): void {
  const price = (value: number | undefined) => (value === undefined ? undefined : new Num(value));
  const order = newOrder({
    ...ordered,
    quantity: new Num(ordered.quantity),
    limitPrice: price(ordered.limitPrice),
    stopPrice: price(ordered.stopPrice),
    referencePrice: price(ordered.referencePrice),
    stopLoss: price(ordered.stopLoss),
    takeProfit: price(ordered.takeProfit),
    trailAmount: price(ordered.trailAmount),
    trailPercent: price(ordered.trailPercent),
    leg: 'entry',
  });
  if (order.type === 'trailing_stop') {
    const market = priceOf(account, order.symbol);
    order.distance = distanceAt(order, market);
    order.stopPrice = order.distance && market.plus(order.distance.times(sign(order)));
  }
  const { denial, reduceOnly, reserve } = decide(account, order);
  if (denial) Object.assign(order, { status: 'denied', reason: denial });
  else Object.assign(order, { reserve, reduceOnly });
  account.orders.push(order);
}

type KillSwitch = Pick<Extract<Action, { do: 'kill switch' }>, 'on' | 'cancelOrders'>;

/** Turning it on ends what can open a position or add to one; the rest can only reduce from then on. */
function turnKillSwitch(account: Account, { on, cancelOrders }: KillSwitch): void {
  account.killSwitch = on;
  if (!on || !cancelOrders) return;
  for (const order of working(account)) {
    if (order.leg !== 'entry') continue;
    if (!held(account, order.symbol).isZero() && closable(account, order).gt(0)) {
      order.reduceOnly = true;
    } else end(order, 'canceled', 'kill switch');
  }
}
