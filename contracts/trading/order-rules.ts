import { Decimal } from 'decimal.js';
import { isGiven } from '../base/is-given.ts';
import { orderPrices } from './orders.ts';
import type { OrderPrice, OrderSide, OrderType, TimeInForce } from './orders.ts';
import { pathText, problem } from '../values/problem.ts';
import type { Problem } from '../values/problem.ts';

type Price = Decimal.Value | null | undefined;

/** The prices that depend on the type of an order. */
const everyPrice = orderPrices.stop_limit;

/** The fields of an order that must fit together; null means that a price is not given. */
export type OrderFields = {
  side: OrderSide;
  type: OrderType;
  timeInForce?: TimeInForce | undefined;
  /** The linked orders (OCO); fields that they leave out are as in this order. */
  oco?: readonly AlternativeFields[] | null | undefined;
} & OrderPrices;
type AlternativeFields = { side?: OrderSide | null | undefined; type: OrderType } & OrderPrices;
type OrderPrices = Partial<
  Record<OrderPrice | 'stopLoss' | 'takeProfit' | 'trailAmount' | 'trailPercent', Price>
>;

/**
 * The problems of an order that do not depend on the market: a price that its type needs or does not take, a stop
 * loss or take profit on the wrong side of its price. Each field by itself is already valid.
 */
export function orderProblems(order: OrderFields): Problem[] {
  const foreign = [...foreignPrices(order), ...trailProblems(order)];
  return foreign.length > 0
    ? foreign
    : [...protectionProblems(order, order.limitPrice ?? order.stopPrice), ...groupProblems(order)];
}

/** Each order of an OCO group must wait for a price and be valid by itself. */
function groupProblems({ oco, ...order }: OrderFields): Problem[] {
  if (!oco || oco.length === 0) return [];
  const waits = 'waits for its price';
  return [
    ...(order.type === 'market'
      ? [problem(['type'], `an order of an OCO group ${waits}`, 'use another type than market')]
      : []),
    ...(order.timeInForce === 'ioc'
      ? [problem(['timeInForce'], `an order of an OCO group ${waits}`, 'use gtc or day')]
      : []),
    ...oco.flatMap((other, index) => {
      if (other.type === 'market')
        return [
          problem(
            ['oco', index, 'type'],
            `an order of an OCO group ${waits}`,
            'use another type than market',
          ),
        ];
      return orderProblems({ ...other, side: other.side ?? order.side }).map((one) => ({
        ...one,
        path: `${pathText(['oco', index])}.${one.path}`,
      }));
    }),
  ];
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

/** A trailing stop has exactly one trailing distance; any other order has at most one, for its stop loss. */
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
 * The problems of a stop loss that would close at a gain, or a take profit that would close at a loss.
 * @param entry the price that the order opens at; if it is not known yet, stop loss and take profit are compared with
 *   each other.
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
