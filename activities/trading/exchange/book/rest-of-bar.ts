import { matchedType } from '../matching/matching.ts';
import type { OrderContent } from '../../../../contracts/trading/book-events.ts';
import type { Decimal } from '../../../base/decimal.ts';
import type { Bar } from '../../market/market.ts';

/**
 * The part of a bar that certainly comes after a fill. Its `high` and `low` are prices that every path through the bar
 * reaches after the fill. A fill at the open is followed by the whole bar. After a fill within the bar, a limit buy is
 * followed by the low, a stop buy by the high, and both by the close; sales mirror buys.
 * @param order.triggered whether its stop price was reached on an earlier bar.
 * @param price of the fill.
 */
export function restOfBar(
  bar: Bar,
  order: Pick<OrderContent, 'side' | 'type' | 'limitPrice' | 'stopPrice'> & { triggered: boolean },
  price: Decimal,
): Bar {
  const { side, limitPrice, stopPrice, triggered } = order;
  const type = matchedType(order.type);
  const buys = side === 'buy';
  const isReached =
    triggered || (buys ? bar.open >= Number(stopPrice) : bar.open <= Number(stopPrice));
  const isWithin = buys ? bar.open <= Number(limitPrice) : bar.open >= Number(limitPrice);
  const atOpen = {
    market: true,
    limit: isWithin,
    stop: isReached,
    stop_limit: isReached && isWithin,
  };
  if (atOpen[type]) return bar;
  const from = price.toNumber();
  const known = [from, bar.close];
  // The price passes the order's price on its way to this end of the bar, so the end comes after the fill.
  const waits = type === 'limit' || (type === 'stop_limit' && isReached);
  if (waits) known.push(buys ? bar.low : bar.high);
  else if (type === 'stop') known.push(buys ? bar.high : bar.low);
  return { ...bar, open: from, high: Math.max(...known), low: Math.min(...known) };
}
