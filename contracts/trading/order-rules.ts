import { Decimal } from 'decimal.js';
import { isGiven } from '../base/is-given.ts';
import { orderPrices } from './orders.ts';
import type { OrderPrice, OrderSide, OrderType } from './orders.ts';
import { problem } from '../values/problem.ts';
import type { Problem } from '../values/problem.ts';

type Price = Decimal.Value | null | undefined;

/** The prices of its own that an order can have. */
const everyPrice = orderPrices.stop_limit;

/** What of an order its fields decide on together; a price that is null is not given. */
export type OrderFields = { side: OrderSide; type: OrderType } & Partial<
  Record<OrderPrice | 'stopLoss' | 'takeProfit' | 'trailAmount' | 'trailPercent', Price>
>;

/**
 * What is wrong with an order whatever the market does: a price that its type needs or does not have, a stop loss or a
 * take profit on the wrong side of the price that it names. Each field by itself is right already.
 */
export function orderProblems(order: OrderFields): Problem[] {
  const foreign = [...foreignPrices(order), ...trailProblems(order)];
  return foreign.length > 0
    ? foreign
    : protectionProblems(order, order.limitPrice ?? order.stopPrice);
}

function foreignPrices(order: OrderFields): Problem[] {
  const { type } = order;
  const needed: readonly OrderPrice[] = orderPrices[type];
  return [
    ...needed
      .filter((name) => !isGiven(order[name]))
      .map((name) => problem([name], `a ${type} order needs ${name}`, `give ${name}`)),
    ...everyPrice
      .filter((name) => isGiven(order[name]) && !needed.includes(name))
      .map((name) => problem([name], `a ${type} order does not take ${name}`, 'remove it')),
  ];
}

/** A trailing stop has one distance; any other order at most one, of its stop loss. */
function trailProblems({ type, trailAmount, trailPercent }: OrderFields): Problem[] {
  if (isGiven(trailAmount) && isGiven(trailPercent)) {
    return [problem(['trailPercent'], 'an order trails by one distance', 'remove trailPercent')];
  }
  const isMissing = type === 'trailing_stop' && !isGiven(trailAmount) && !isGiven(trailPercent);
  if (!isMissing) return [];
  const fix = 'give trailAmount or trailPercent';
  return [problem(['trailAmount'], 'a trailing_stop order needs a distance', fix)];
}

/**
 * Where the stop loss would close at a gain, or the take profit at a loss.
 * @param entry the price that the order opens at; where it is not known yet, the two are compared with each other.
 */
export function protectionProblems(
  { side, stopLoss, takeProfit }: Pick<OrderFields, 'side' | 'stopLoss' | 'takeProfit'>,
  entry: Price,
): Problem[] {
  const [loss, gain] =
    side === 'buy' ? (['below', 'above'] as const) : (['above', 'below'] as const);
  const opened = 'the price of the entry';
  if (!isGiven(entry)) {
    return wrongSide('stopLoss', stopLoss, loss, 'takeProfit', takeProfit);
  }
  return [
    ...wrongSide('stopLoss', stopLoss, loss, opened, entry),
    ...wrongSide('takeProfit', takeProfit, gain, opened, entry),
  ];
}

function wrongSide(
  name: string,
  price: Price,
  way: 'above' | 'below',
  otherName: string,
  other: Price,
): Problem[] {
  if (!isGiven(price) || !isGiven(other)) return [];
  const distance = new Decimal(price).comparedTo(other);
  if (way === 'above' ? distance > 0 : distance < 0) return [];
  const limit = new Decimal(other).toFixed();
  return [
    problem([name], `${name} must be ${way} ${otherName}, ${limit}`, `use a price ${way} ${limit}`),
  ];
}
