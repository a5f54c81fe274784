import type { OrderType } from '../../../../contracts/trading/orders.ts';
import { Decimal } from '../../../base/decimal.ts';
import { basisPoints, roundMoney, roundPrice } from '../../rounding.ts';
import type { MatchingTerms } from '../matching/matching.ts';
import { largestSlippage } from '../matching/slippage.ts';
import type { OrderContent } from '../../../../contracts/trading/book-events.ts';

type Ordered = Pick<OrderContent, 'side' | 'type' | 'limitPrice' | 'stopPrice'>;

/** The expected price of an order before slippage: its own, or the market's. */
function expectedPrice(order: Ordered, marketPrice: Decimal): Decimal {
  const own = {
    market: undefined,
    limit: order.limitPrice,
    stop: order.stopPrice,
    stop_limit: order.limitPrice,
    trailing_stop: order.stopPrice,
  } satisfies Record<OrderType, string | undefined>;
  return new Decimal(own[order.type] ?? marketPrice);
}

/**
 * Price, notional and fee of an order in the worst case: with the largest slippage, unless it has a limit price, and
 * the higher fee.
 */
function largestCosts(
  order: Ordered & { quantity: string },
  marketPrice: Decimal,
  terms: MatchingTerms,
): { price: Decimal; notional: Decimal; fee: Decimal } {
  const expected = expectedPrice(order, marketPrice);
  const slips = !order.type.includes('limit');
  const slippage = slips ? expected.times(largestSlippage(terms)).div(10_000) : new Decimal(0);
  const price = roundPrice(
    order.side === 'buy' ? expected.plus(slippage) : expected.minus(slippage),
  );
  const notional = new Decimal(order.quantity).times(price);
  const points = Math.max(terms.makerFeeBasisPoints, terms.takerFeeBasisPoints);
  return { price, notional, fee: roundMoney(basisPoints(notional, points)) };
}

/**
 * Cash to reserve for an order: for a buy its largest cost, for a sale only the fee.
 * @param free available cash. The reserve is at most this: a sale pays its fee from the proceeds. If omitted, there is
 * no such cap.
 */
export function reserveFor(
  order: Ordered & { quantity: string },
  marketPrice: Decimal,
  terms: MatchingTerms,
  free?: Decimal,
): Decimal {
  const { notional, fee } = largestCosts(order, marketPrice, terms);
  const needed = order.side === 'buy' ? notional.plus(fee) : fee;
  return free ? Decimal.max(0, Decimal.min(needed, free)) : needed;
}
