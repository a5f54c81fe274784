import { Decimal } from '../../../base/decimal.ts';
import { roundPrice } from '../../rounding.ts';
import type { MatchedType, Offer, WorkingOrder } from './matching.ts';

/** The prices of a bar, exact. */
export type Prices = { open: Decimal; high: Decimal; low: Decimal; close: Decimal };

/** An order that buys, on its bar. */
type Buying = {
  prices: Prices;
  limit: Decimal;
  stop: Decimal;
  resting: boolean;
  /** Whether the stop price was reached on an earlier bar. */
  triggered: boolean;
  /** What a price becomes for who takes it: higher by the slippage, and never beyond the bar. */
  slipped(price: Decimal): Decimal;
};

/** What a bar did: whether the stop price is reached by its end, and what it offers, if anything. */
export type Reached = { triggered: boolean; offer?: Offer | undefined };

const taker = (price: Decimal): Offer => ({ price, liquidity: 'taker' });
const maker = (price: Decimal): Offer => ({ price, liquidity: 'maker' });

/** A limit order that works from the bar's open: the bar must trade below the limit, not only at it. */
function limitOffer({ prices: { open, low }, limit, resting }: Buying): Offer | undefined {
  if (!low.lt(limit)) return undefined;
  if (open.lte(limit)) return resting ? maker(open) : taker(open);
  return maker(limit);
}

/**
 * A limit order that begins to work within the bar, at the stop price. What the bar did before is not known to have
 * come after, so that it fills only where every path from the stop price to the close does: at once, or below the
 * limit on the way to a close that is below it.
 */
function limitOfferFromStop({ prices: { close }, limit, stop }: Buying): Offer | undefined {
  if (stop.lt(limit)) return taker(stop);
  return close.lt(limit) ? maker(limit) : undefined;
}

/** How each type buys; who sells buys on the mirrored bar. */
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
      // Until it is triggered, it rests nowhere.
      offer: fromOpen ? limitOffer({ ...order, resting: false }) : limitOfferFromStop(order),
    };
  },
} satisfies Record<MatchedType, (order: Buying) => Reached>;

/** The bar with all prices negated: what falls, rises there. */
const mirrored = ({ open, high, low, close }: Prices): Prices => ({
  open: open.negated(),
  high: low.negated(),
  low: high.negated(),
  close: close.negated(),
});

const zero = new Decimal(0);

/**
 * What a bar offers an order, at a price of the bar.
 *
 * Market: the open and slippage. Limit buy: the bar trades below the limit, at the lower of open and limit. Stop buy: the
 * bar trades at or above the stop, at the higher of open and stop and slippage. Stop-limit: the stop, then the limit;
 * both within one bar only where no path through the bar says otherwise. Selling is the mirror image.
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
