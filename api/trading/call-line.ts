import { asRead } from '../../contracts/base/shortest.ts';
import { findOrder } from '../../contracts/trading/find-order.ts';
import { findReplacement } from '../../contracts/trading/find-replacement.ts';
import type { PlannedOrder } from '../../contracts/trading/planned-order.ts';
import type { AskedCall } from '../domain.ts';

/** The tools that trade on paper accounts: no real money is at stake. */
export const paperTools = ['create_paper_order', 'replace_paper_order', 'cancel_paper_order'];

/** An order that a person decides on, in a line: `Buy 10 SPX at about 5,812.3, paper account`. */
export function callLine({ args, show }: AskedCall): string | undefined {
  const replacement = findReplacement(args, show);
  if (replacement) return `Replace an order: ${orderText(replacement.after)}`;
  const order = findOrder(args) ?? findOrder(show);
  return order && orderText(order);
}

function orderText(order: PlannedOrder): string {
  const { side, quantity, symbol, account } = order;
  const verb = side === 'buy' ? 'Buy' : 'Sell';
  const where = account === undefined ? 'paper account' : `paper account ${account}`;
  return `${verb} ${figure(quantity)} ${symbol}${priceText(order)}, ${where}`;
}

function priceText({ type, figures, referencePrice }: PlannedOrder): string {
  const of = (name: string) => figures.find((one) => one.name === name)?.value;
  const limit = of('limitPrice');
  const stop = of('stopPrice');
  if (type === 'limit' && limit !== undefined) return ` at ${figure(limit)} or better`;
  if (stop !== undefined) {
    return ` once the price reaches ${figure(stop)}${limit === undefined ? '' : `, at ${figure(limit)} or better`}`;
  }
  if (type === 'trailing_stop') return ' at a trailing stop';
  return referencePrice === undefined ? ' at market' : ` at about ${figure(referencePrice)}`;
}

const figure = (value: number | string) => asRead(String(value));
