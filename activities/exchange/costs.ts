import type { OrderSide } from './exchange.ts';
import { basisPoints, Decimal, roundMoney, roundPrice } from './money.ts';
import type { ExchangeSettings } from './settings.ts';

export type TradeCosts = { price: Decimal; notional: Decimal; fee: Decimal };

/** What a market order pays or gets at a market price: slippage is always to its disadvantage. */
export function tradeCosts(
  order: { side: OrderSide; quantity: Decimal },
  marketPrice: Decimal,
  settings: Pick<ExchangeSettings, 'slippageBasisPoints' | 'takerFeeBasisPoints'>,
): TradeCosts {
  const slippage = basisPoints(marketPrice, settings.slippageBasisPoints);
  const price = roundPrice(
    order.side === 'buy' ? marketPrice.plus(slippage) : marketPrice.minus(slippage),
  );
  const notional = roundMoney(order.quantity.times(price));
  return {
    price,
    notional,
    fee: roundMoney(basisPoints(notional, settings.takerFeeBasisPoints)),
  };
}

/** Cash that an order needs: what it buys and the fee, or the fee alone when it sells. */
export function cashNeeded(side: OrderSide, { notional, fee }: TradeCosts): Decimal {
  return side === 'buy' ? notional.plus(fee) : fee;
}
