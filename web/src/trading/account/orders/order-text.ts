import type { OrderView } from '../../../../../contracts/trading/api/account.ts';
import { decimal } from '../../../components/values/figures.ts';
import { price } from '../../values/price-text.ts';
import { sideTitles, typeTitles } from '../order-words.ts';
import { texts } from './texts.ts';

/** An order in a few words: `Buy 2 SPX`. */
export function orderText({ side, quantity, symbol }: OrderView): string {
  return `${sideTitles[side]} ${decimal(quantity)} ${symbol}`;
}

const legTitles = {
  stop: texts.order.stopLoss,
  target: texts.order.takeProfit,
  margin: texts.order.marginCall,
} satisfies Record<Exclude<OrderView['leg'], 'entry'>, string>;

/** Its type with the prices of its own: `Stop 1,480.00, limit 1,485.00`. */
export function typeText({ type, stopPrice, limitPrice, leg }: OrderView): string {
  const what = leg === 'entry' ? typeTitles[type] : legTitles[leg];
  if (stopPrice !== null && limitPrice !== null) {
    return texts.order.stopAndLimit(price(stopPrice), price(limitPrice));
  }
  const own = stopPrice ?? limitPrice;
  return own === null ? what : `${what} ${price(own)}`;
}
