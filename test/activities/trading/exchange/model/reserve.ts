import { freeCash, priceOf } from './account.ts';
import { Num } from './types.ts';
import type { Account, ModelOrder } from './types.ts';

/** Fees and reserves keep twelve decimals. */
export const toMoney = (amount: Num, rounding: 1 | 6 = Num.ROUND_HALF_EVEN) =>
  amount.toDecimalPlaces(12, rounding);

/** All that a purchase can cost, or the fee of a sale; with the largest fee, and with slippage where there can be any. */
export function mostOf({ settings }: Account, order: ModelOrder, market: Num): Num {
  const points = Math.max(settings.makerFeeBasisPoints, settings.takerFeeBasisPoints);
  const slippage = new Num(order.limitPrice ? 0 : settings.slippageBasisPoints).div(10_000);
  const found = order.limitPrice ?? order.stopPrice ?? market;
  const price = found
    .times(order.side === 'buy' ? slippage.plus(1) : new Num(1).minus(slippage))
    .toDecimalPlaces(12);
  const notional = order.quantity.times(price);
  const fee = toMoney(notional.times(points).div(10_000));
  return order.side === 'buy' ? notional.plus(fee) : fee;
}

/**
 * Cash that an order holds from its acceptance on. What reduces or sells holds at most what is free: the one is never
 * canceled for want of cash, and the other pays its fee from what it brings.
 */
export function reserveFor(account: Account, order: ModelOrder, reduces: boolean): Num {
  const most = mostOf(account, order, priceOf(account, order.symbol));
  const isCut = order.side === 'sell' || reduces;
  return isCut ? Num.max(Num.min(most, freeCash(account)), 0) : most;
}
