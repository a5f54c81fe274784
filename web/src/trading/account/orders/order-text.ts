import type { OrderView } from '../../../../../contracts/trading/api/account.ts';
import { decimal } from '../../../components/values/figures.ts';
import { sideTitles, typeTitles } from '../order-words.ts';
import { texts } from './texts.ts';

/** An order in a few words: `Buy 2 SPX`. */
export function orderText({ side, quantity, symbol }: OrderView): string {
  return `${sideTitles[side]} ${decimal(quantity)} ${symbol}`;
}

/** Its type with the prices of its own: `Stop limit 1,480, 1,485`. */
export function typeText({ type, stopPrice, limitPrice, leg }: OrderView): string {
  const prices = [stopPrice, limitPrice].flatMap((price) =>
    price === null ? [] : [decimal(price)],
  );
  const what =
    leg === 'stop'
      ? texts.order.stopLoss
      : leg === 'target'
        ? texts.order.takeProfit
        : typeTitles[type];
  return [what, prices.join(', ')].filter((part) => part !== '').join(' ');
}
