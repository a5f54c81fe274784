import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import { decimal } from '../../components/values/figures.ts';
import { texts } from '../account/ticket/texts.ts';
import { price } from '../values/price-text.ts';

/** What a side effect bought or sold, such as `Bought 1 SPX at 1,574.57`; undefined where no order of it was filled. */
export function fillLine(details: Json): string | undefined {
  const orders = isJsonObject(details) ? details['orders'] : undefined;
  const lines = Array.isArray(orders) ? orders.flatMap((order) => lineOf(order) ?? []) : [];
  return lines.length > 0 ? lines.join('; ') : undefined;
}

function lineOf(order: Json): string | undefined {
  if (!isJsonObject(order)) return undefined;
  const { side, symbol, filledQuantity, prices } = order;
  if (!Array.isArray(prices) || prices.length === 0 || Number(filledQuantity) === 0) {
    return undefined;
  }
  const verb = side === 'buy' ? texts.outcome.bought : texts.outcome.sold;
  const paid = prices.map((each) => price(String(each))).join(', ');
  return texts.outcome.fill(verb, decimal(String(filledQuantity)), String(symbol), paid);
}
