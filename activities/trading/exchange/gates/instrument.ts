import type { Gate, OrderFacts } from './gate.ts';
import { Decimal } from '../../../base/decimal.ts';
import { lotStep, priceStep } from '../../rounding.ts';
import { amountText } from './amount-text.ts';
import { worthOf } from './worth.ts';

/** Minimum order value in USD, unless the instrument has its own. */
const leastNotional = 0.01;
const dollarLike = ['USD', 'USDT', 'USDC'];

function rulesOf({ order: { symbol }, settings }: OrderFacts) {
  const rules = settings.instruments[symbol] ?? {};
  return {
    tick: new Decimal(rules.tick ?? priceStep),
    lot: new Decimal(rules.lot ?? lotStep),
    leastNotional: new Decimal(rules.leastNotional ?? leastNotional),
  };
}

const priceNames = {
  limitPrice: 'limit price',
  stopPrice: 'stop price',
  stopLoss: 'stop loss',
  takeProfit: 'take profit',
};

/** The prices that an order gives, with their names. */
function pricesOf({ type, limitPrice, stopPrice, stopLoss, takeProfit }: OrderFacts['order']) {
  // The stop price of a trailing stop is derived from the market price.
  const own = { limitPrice, stopLoss, takeProfit, ...(type !== 'trailing_stop' && { stopPrice }) };
  return Object.entries(priceNames).flatMap(([field, name]) => {
    const price = own[field as keyof typeof own];
    return price === undefined ? [] : [{ name, price }];
  });
}

/** Gates for what the instrument allows. */
export const instrumentGates: readonly Gate[] = [
  {
    name: 'known price',
    deny: ({ market: { symbol, price } }) =>
      !(price.isFinite() && price.gt(0)) &&
      `there is no market price of ${symbol}; order again when there is one`,
  },
  {
    name: 'quantity',
    deny(facts) {
      const { quantity, reduceOnly, side, symbol } = facts.order;
      const { lot } = rulesOf(facts);
      if (reduceOnly && facts.closable.isZero()) {
        return `a reduce-only ${side} closes a ${side === 'sell' ? 'long' : 'short'} position, and the account has none in ${symbol}`;
      }
      const fits = quantity.gt(0) && quantity.mod(lot).isZero();
      return !fits && `the quantity ${quantity} is not a positive multiple of ${lot}`;
    },
  },
  {
    name: 'tick',
    deny(facts) {
      const { tick } = rulesOf(facts);
      const wrong = pricesOf(facts.order).find(
        ({ price }) => !price.gt(0) || !price.mod(tick).isZero(),
      );
      return wrong && `the ${wrong.name} ${wrong.price} is not a positive multiple of ${tick}`;
    },
  },
  {
    name: 'least notional',
    deny(facts) {
      const { leastNotional: least } = rulesOf(facts);
      const worth = worthOf(facts);
      return (
        !worth.gte(least) &&
        `the order value is ${amountText(worth)}, below the minimum of ${amountText(least)} for ${facts.order.symbol}; order more`
      );
    },
  },
  {
    name: 'currency',
    deny: ({ market }) =>
      !dollarLike.includes(market.currency) &&
      `${market.symbol} is priced in ${market.currency}, but the paper account holds USD; use a pair with USD, USDT or USDC`,
  },
  { name: 'market open', deny: ({ market }) => market.ended },
];
