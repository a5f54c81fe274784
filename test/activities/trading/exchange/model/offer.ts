import { Num } from './types.ts';
import type { ModelOrder } from './types.ts';

/** The prices that are known to come, from where an order begins to work. */
export type View = { open: Num; high: Num; low: Num; close: Num };

/** How a fill came about, which decides what of the bar is known to follow it. */
type Course = 'at open' | 'limit' | 'stop' | 'at stop' | 'stop-limit';

export type Offer = {
  /** Whether the stop price is reached. */
  triggers: boolean;
  fill?: { price: Num; course: Course };
};

type Terms = Pick<ModelOrder, 'side' | 'type' | 'limitPrice' | 'stopPrice' | 'triggered'>;

/** Prices of a sale with the sign turned around read as those of a purchase. */
const turned = (view: View): View => ({
  open: view.open.neg(),
  high: view.low.neg(),
  low: view.high.neg(),
  close: view.close.neg(),
});

/** At which price the prices of a view fill an order, if they do. */
export function offerOf(order: Terms, view: View, slippageBasisPoints: number): Offer {
  if (order.side === 'buy') return offerToBuy(order, view, slippageBasisPoints);
  const terms = {
    ...order,
    limitPrice: order.limitPrice?.neg(),
    stopPrice: order.stopPrice?.neg(),
  };
  const { triggers, fill } = offerToBuy(terms, turned(view), slippageBasisPoints);
  return { triggers, ...(fill && { fill: { ...fill, price: fill.price.neg() } }) };
}

function offerToBuy(order: Terms, view: View, slippageBasisPoints: number): Offer {
  const slipped = (price: Num) =>
    Num.min(
      price.plus(price.abs().times(slippageBasisPoints).div(10_000).toDecimalPlaces(12)),
      view.high,
    );
  const { limitPrice: limit, stopPrice: stop } = order;
  switch (order.type) {
    case 'market':
      return { triggers: false, fill: { price: slipped(view.open), course: 'at open' } };
    case 'limit':
      return { triggers: false, ...asLimit(limit!, view) };
    case 'stop':
    case 'trailing_stop': {
      if (order.triggered)
        return offerToBuy({ ...order, type: 'market' }, view, slippageBasisPoints);
      if (view.high.lt(stop!)) return { triggers: false };
      const course = view.open.gte(stop!) ? 'at open' : 'stop';
      return { triggers: true, fill: { price: slipped(Num.max(stop!, view.open)), course } };
    }
    case 'stop_limit':
      if (order.triggered) return { triggers: false, ...asLimit(limit!, view) };
      if (view.open.gte(stop!)) return { triggers: true, ...asLimit(limit!, view) };
      return view.high.gte(stop!)
        ? { triggers: true, ...afterStop(limit!, stop!, view) }
        : { triggers: false };
  }
}

function asLimit(limit: Num, { open, low }: View): Pick<Offer, 'fill'> {
  if (low.gte(limit)) return {};
  return open.lte(limit)
    ? { fill: { price: open, course: 'at open' } }
    : { fill: { price: limit, course: 'limit' } };
}

/** The market stands at the stop price, and only its close is known to come. */
function afterStop(limit: Num, stop: Num, { close }: View): Pick<Offer, 'fill'> {
  if (stop.lt(limit)) return { fill: { price: stop, course: 'at stop' } };
  return close.lt(limit) ? { fill: { price: limit, course: 'stop-limit' } } : {};
}

/** What of a bar is known to follow a fill. */
export function viewAfter(
  { side }: Pick<ModelOrder, 'side'>,
  { price, course }: NonNullable<Offer['fill']>,
  view: View,
): View {
  if (course === 'at open') return view;
  const open = price;
  const known = { open, high: Num.max(open, view.close), low: Num.min(open, view.close) };
  const toHigh = course === (side === 'buy' ? 'stop' : 'limit') || undefined;
  const toLow = course === (side === 'buy' ? 'limit' : 'stop') || undefined;
  return {
    ...known,
    close: view.close,
    ...(toHigh && { high: view.high }),
    ...(toLow && { low: view.low }),
  };
}
