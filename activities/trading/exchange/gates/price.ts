import { orderProblems, protectionProblems } from '../../../../contracts/trading/order-rules.ts';
import { priceText } from '../../../../contracts/trading/price-text.ts';
import type { Gate, OrderFacts } from './gate.ts';
import type { Decimal } from '../../../base/decimal.ts';

/** How far a price is above another, in percent; negative if below. */
export const above = (price: Decimal, other: Decimal) => price.div(other).minus(1).times(100);

/** What is missing in an order, or does not make sense at the current price. */
function findWrongPrice({ order, market }: OrderFacts): string | undefined {
  const { side, type, limitPrice, stopPrice, trailAmount } = order;
  const named =
    type === 'trailing_stop' ? { ...order, stopPrice: undefined, trailPercent: undefined } : order;
  const [ofItself] = orderProblems(named);
  if (ofItself) return `${ofItself.message}; ${ofItself.fix}`;
  if (trailAmount && !trailAmount.lt(market.price)) {
    return `the market is at ${shown(market.price)}: the trailing distance must be below it`;
  }
  const way = side === 'buy' ? 'above' : 'below';
  if (stopPrice && !(way === 'above' ? stopPrice.gt(market.price) : stopPrice.lt(market.price))) {
    return `the market is at ${shown(market.price)}: the stop price of a ${side} must be ${way} it, or it triggers at once`;
  }
  const [atMarket] = protectionProblems(order, limitPrice ?? stopPrice ?? market.price);
  return atMarket?.message;
}

/** A price as one reads it. */
const shown = (price: Decimal) => priceText(price.toString());

/** Gates for the prices of an order. */
export const priceGates: readonly Gate[] = [
  { name: 'prices', deny: findWrongPrice },
  {
    name: 'stale price',
    deny: ({ market, settings }) =>
      !(Date.parse(market.now) - Date.parse(market.asOf) <= settings.staleAfterMs) &&
      `the newest price of ${market.symbol} is from ${market.asOf}; order when a newer price is available`,
  },
  {
    name: 'price collar',
    deny({ order, market, settings: { collarPercent: most } }) {
      if (most === null) return false;
      if (!above(market.price, order.referencePrice).abs().lte(most)) {
        return `the market is at ${shown(market.price)}, more than ${most} % from the reference price ${shown(order.referencePrice)}; decide again at the current price`;
      }
      // A limit price on the passive side of the market waits. On the other side the order would fill far from the
      // market. An order with a stop price starts at that price instead.
      const { limitPrice, stopPrice } = order;
      const start = stopPrice ?? market.price;
      const worse = limitPrice && above(limitPrice, start).times(order.side === 'buy' ? 1 : -1);
      const where = stopPrice
        ? `its stop price, ${shown(start)}`
        : `the market, which is at ${shown(start)}`;
      return (
        worse &&
        !worse.lte(most) &&
        `the limit price ${shown(limitPrice)} is more than ${most} % on the wrong side of ${where}`
      );
    },
  },
];
