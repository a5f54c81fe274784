import { orderStatuses } from '../../../../../contracts/trading/orders.ts';
import type { OrderStatus } from '../../../../../contracts/trading/orders.ts';

/** Which orders are shown: `open` is whatever can be filled. */
export type OrdersSearch = { status?: OrderStatus | 'open'; symbol?: string };

/** The filter in the address; what is not one is left out. */
export function ordersSearchOf({ status, symbol }: Record<string, unknown>): OrdersSearch {
  const known = (['open', ...orderStatuses] as const).find((one) => one === status);
  const name = typeof symbol === 'string' ? symbol.trim().toUpperCase() : '';
  return { ...(known && { status: known }), ...(name && { symbol: name }) };
}
