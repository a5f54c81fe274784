import { equityOf, lotOf, newOrder, priceOf, working } from './account.ts';
import { Num } from './types.ts';
import type { Account } from './types.ts';

/** Records a margin call where the equity covers too little, and orders what is too much to be closed. */
export function enforceMargin(account: Account): void {
  const { maintenanceMargin } = account.settings;
  const worths = [...account.positions]
    .filter(([, { quantity }]) => quantity.lt(0) || account.cash.lt(0))
    .map(([symbol, { quantity }]) => {
      const price = priceOf(account, symbol);
      const isClosing = working(account, symbol).some(({ leg }) => leg === 'margin');
      return { symbol, price, quantity, worth: quantity.abs().times(price), isClosing };
    })
    .toSorted((one, other) => other.worth.comparedTo(one.worth));
  const equity = equityOf(account);
  const required = worths
    .reduce((sum, { worth }) => sum.plus(worth), new Num(0))
    .times(maintenanceMargin);
  let excess = required.minus(equity).div(maintenanceMargin);
  for (const { symbol, price, quantity, worth, isClosing } of worths) {
    if (excess.lte(0)) return;
    const lot = lotOf(account, symbol);
    const closed = Num.min(excess.div(price).div(lot).ceil().times(lot), quantity.abs());
    excess = excess.minus(worth);
    // A symbol is not called again while the order of its last call works.
    if (isClosing) continue;
    account.marginCalls.push({ symbol, equity, required });
    const order = newOrder({
      name: `margin:${account.marginCalls.length}`,
      symbol,
      side: quantity.lt(0) ? 'buy' : 'sell',
      type: 'market',
      quantity: closed,
      leg: 'margin',
      reduceOnly: true,
    });
    account.orders.push(order);
  }
}
