import { isWorking } from '../../../../../contracts/trading/orders.ts';
import { decide } from './gates.ts';
import { Num } from './types.ts';
import type { Account, ModelOrder, Replaced } from './types.ts';

/** Gives an order another quantity or other prices, unless a gate denies what is left of it: then it stays as it was. */
export function replace(account: Account, { name, referencePrice, ...asked }: Replaced): void {
  const order = account.orders.find((one) => one.name === name);
  if (!order || !isWorking(order.status)) return;
  const quantity = new Num(asked.quantity ?? order.quantity);
  const limitPrice = asked.limitPrice === undefined ? order.limitPrice : new Num(asked.limitPrice);
  const stopPrice = asked.stopPrice === undefined ? order.stopPrice : new Num(asked.stopPrice);
  const isStopFixed = order.triggered || order.type === 'trailing_stop';
  if (quantity.lte(order.filled) || (isStopFixed && asked.stopPrice !== undefined)) return;
  const hasOtherPrices =
    !isSame(limitPrice, order.limitPrice) || !isSame(stopPrice, order.stopPrice);
  if (!hasOtherPrices && quantity.eq(order.quantity)) return;
  const left: ModelOrder = {
    ...order,
    quantity: quantity.minus(order.filled),
    filled: new Num(0),
    referencePrice: new Num(referencePrice),
    limitPrice,
    stopPrice,
    ...(order.triggered && {
      type: order.type === 'stop_limit' ? 'limit' : 'market',
      stopPrice: undefined,
    }),
  };
  const others = account.orders.filter((one) => one !== order);
  const decision = decide({ ...account, orders: others }, left);
  if (decision.denial) return;
  const losesPlace = hasOtherPrices || quantity.gt(order.quantity);
  Object.assign(order, {
    quantity,
    limitPrice,
    stopPrice,
    referencePrice: left.referencePrice,
    reserve: decision.reserve,
    reduceOnly: order.reduceOnly || decision.reduceOnly,
    ...(losesPlace && { day: undefined }),
  });
  if (losesPlace) account.orders = [...others, order];
}

const isSame = (one: Num | undefined, other: Num | undefined) =>
  one === other || (one !== undefined && other !== undefined && one.eq(other));
