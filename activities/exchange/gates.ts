import type { MarketSnapshot } from '../market/market.ts';
import type { OrderRequest } from './exchange.ts';
import { lotStep } from './money.ts';
import type { Decimal } from './money.ts';
import type { ExchangeSettings } from './settings.ts';

/** Everything that decides whether an order may be taken, read under the account's lock. */
export type OrderFacts = {
  order: Pick<OrderRequest, 'symbol' | 'side' | 'quantity' | 'referencePrice'>;
  market: Omit<MarketSnapshot, 'price'> & { price: Decimal };
  settings: ExchangeSettings;
  /** Cash that no open order holds. */
  available: Decimal;
  equity: Decimal;
  /** What the order would hold in reserve. */
  reserve: Decimal;
  /** Gross exposure without and with the order, open orders counted as filled. */
  exposure: { before: Decimal; after: Decimal };
  /** The lowest quantity that the position can come to with the order and the open ones. */
  leastQuantity: Decimal;
};

type Gate = { name: string; deny(facts: OrderFacts): string | undefined | false };

const dollarLike = ['USD', 'USDT', 'USDC'];
const money = (amount: Decimal) => `${amount.toFixed(2)} USD`;

/** The checks before every order, in order. Each gives the reason to deny it, or nothing. */
export const gates: readonly Gate[] = [
  {
    name: 'quantity',
    deny: ({ order: { quantity } }) =>
      (!quantity.isPositive() || quantity.isZero() || !quantity.mod(lotStep).isZero()) &&
      `the quantity ${quantity} is not a positive multiple of ${lotStep}`,
  },
  {
    name: 'currency',
    deny: ({ market }) =>
      !dollarLike.includes(market.currency) &&
      `${market.symbol} is priced in ${market.currency}, and the paper account holds USD; use a pair with USD, USDT or USDC`,
  },
  { name: 'market open', deny: ({ market }) => market.ended },
  {
    name: 'stale price',
    deny: ({ market, settings }) =>
      Date.parse(market.now) - Date.parse(market.asOf) > settings.staleAfterMs &&
      `the newest price of ${market.symbol} is from ${market.asOf}; order when there is a newer one`,
  },
  {
    name: 'price collar',
    deny: ({ order, market, settings }) =>
      market.price.div(order.referencePrice).minus(1).abs().times(100).gt(settings.collarPercent) &&
      `the market is at ${market.price}, more than ${settings.collarPercent} % from the reference price ${order.referencePrice}; decide again on the price of now`,
  },
  {
    name: 'order limit',
    deny({ order, market, settings }) {
      const notional = order.quantity.times(market.price);
      return (
        notional.gt(settings.orderLimit) &&
        `the order is worth ${money(notional)}, above the limit of ${money(settings.orderLimit)} for one order; order less or raise BATON_PAPER_ORDER_LIMIT`
      );
    },
  },
  {
    name: 'short selling',
    deny: ({ order, settings, leastQuantity }) =>
      order.side === 'sell' &&
      !settings.allowShort &&
      leastQuantity.isNegative() &&
      `it would sell ${leastQuantity.abs()} ${order.symbol} more than is held, and the account may not sell short (BATON_PAPER_ALLOW_SHORT)`,
  },
  {
    name: 'gross exposure',
    deny: ({ exposure, equity }) =>
      exposure.after.gt(equity) &&
      exposure.after.gt(exposure.before) &&
      `positions would be worth ${money(exposure.after)}, above the equity of ${money(equity)}; order less`,
  },
  {
    name: 'cash',
    deny: ({ order, reserve, available }) =>
      order.side === 'buy' &&
      reserve.gt(available) &&
      `it needs ${money(reserve)} with fee and slippage, and ${money(available)} are free; order less`,
  },
];

/** The reason of the first gate that denies the order, or nothing. */
export function findDenial(facts: OrderFacts): string | undefined {
  for (const gate of gates) {
    const reason = gate.deny(facts);
    if (reason) return `${gate.name}: ${reason}`;
  }
  return undefined;
}
