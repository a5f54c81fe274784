import type { PlacedOrder } from '../../api/trading.ts';
import { decimal } from '../../../components/values/figures.ts';
import { statusLooks } from '../status-looks.ts';
import type { Ticket } from './ticket.ts';
import { texts } from './texts.ts';

/** What became of an order, in a line: `Bought 2 SPX at 1,462.42`. */
export function outcomeText(
  { side, symbol }: Pick<Ticket, 'side' | 'symbol'>,
  { order, fill }: PlacedOrder,
): string {
  const name = symbol.trim().toUpperCase();
  if (fill) {
    const verb = side === 'buy' ? texts.outcome.bought : texts.outcome.sold;
    return texts.outcome.fill(verb, decimal(fill.quantity), name, decimal(fill.price));
  }
  const status = statusLooks[order.status as keyof typeof statusLooks];
  return texts.outcome.order(name, (status?.title ?? order.status).toLowerCase());
}
