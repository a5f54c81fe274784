import { Decimal } from '../../../base/decimal.ts';
import { roundPrice } from '../../rounding.ts';
import type { MatchedType, Offer, WorkingOrder } from './matching.ts';

/** The prices of a bar, as exact decimals. */
export type Prices = { open: Decimal; high: Decimal; low: Decimal; close: Decimal };

/** A buy order and its bar. A sale is a buy on the mirrored bar. */
type Buying = {
  prices: Prices;
  limit: Decimal;
  stop: Decimal;
  resting: boolean;
  /** Whether the stop price was reached on an earlier bar. */
  triggered: boolean;
  /** The price with slippage, at most the high of the bar. */
  slipped(price: Decimal): Decimal;
};

/** Whether the stop price has been reached by the end of the bar, and the offer of the bar, if any. */
export type Reached = { triggered: boolean; offer?: Offer | undefined };

const taker = (price: Decimal): Offer => ({ price, liquidity: 'taker' });
const maker = (price: Decimal): Offer => ({ price, liquidity: 'maker' });

/** A limit order that works from the open. The bar must trade below the limit, not only at it. */
function limitOffer({ prices: { open, low }, limit, resting }: Buying): Offer | undefined {
  if (!low.lt(limit)) return undefined;
  if (open.lte(limit)) return resting ? maker(open) : taker(open);
  return maker(limit);
}

/**
 * A limit order that starts to work within the bar, at the stop price. It is unknown whether the bar's low came before
 * or after that, so it fills only if every path from the stop price to the close fills it: at once, or below the limit
 * on the way to a close below it.
 */
function limitOfferFromStop({ prices: { close }, limit, stop }: Buying): Offer | undefined {
  if (stop.lt(limit)) return taker(stop);
  return close.lt(limit) ? maker(limit) : undefined;
}

/** How each order type buys. */
const buys = {
  market: ({ prices, slipped }) => ({ triggered: false, offer: taker(slipped(prices.open)) }),

  limit: (order) => ({ triggered: false, offer: limitOffer(order) }),

  stop({ prices: { open, high }, stop, triggered, slipped }) {
    if (triggered) return { triggered, offer: taker(slipped(open)) };
    if (high.lt(stop)) return { triggered: false };
    return { triggered: true, offer: taker(slipped(Decimal.max(open, stop))) };
  },

  stop_limit(order) {
    const { prices, stop, triggered } = order;
    if (triggered) return { triggered, offer: limitOffer(order) };
    if (prices.high.lt(stop)) return { triggered: false };
    const fromOpen = prices.open.gte(stop);
    return {
      triggered: true,
      // Before it is triggered it does not rest in the book.
      offer: fromOpen ? limitOffer({ ...order, resting: false }) : limitOfferFromStop(order),
    };
  },
} satisfies Record<MatchedType, (order: Buying) => Reached>;

/** The bar with all prices negated, so that a fall becomes a rise. */
const mirrored = ({ open, high, low, close }: Prices): Prices => ({
  open: open.negated(),
  high: low.negated(),
  low: high.negated(),
  close: close.negated(),
});

const zero = new Decimal(0);

/**
 * How a bar fills an order.
 * Market: at the open plus slippage. Limit buy: if the bar trades below the limit, at the lower of open and limit. Stop
 * buy: if the bar reaches the stop, at the higher of open and stop, plus slippage. Stop-limit: first the stop, then the
 * limit; both in one bar only if every path through the bar does so. Sales mirror buys.
 * @param slippage in basis points.
 */
export function reach(
  order: Pick<WorkingOrder, 'side' | 'type' | 'limitPrice' | 'stopPrice' | 'triggered' | 'resting'>,
  bar: Prices,
  slippage: Decimal,
): Reached {
  const sells = order.side === 'sell';
  const facing = (price: Decimal | undefined) => (sells ? price?.negated() : price) ?? zero;
  const prices = sells ? mirrored(bar) : bar;
  const { triggered, offer } = buys[order.type]({
    prices,
    limit: facing(order.limitPrice),
    stop: facing(order.stopPrice),
    resting: order.resting,
    triggered: order.triggered,
    slipped: (price) =>
      Decimal.min(prices.high, price.plus(price.abs().times(slippage).div(10_000))),
  });
  return {
    triggered,
    offer: offer && { ...offer, price: roundPrice(sells ? offer.price.negated() : offer.price) },
  };
}
