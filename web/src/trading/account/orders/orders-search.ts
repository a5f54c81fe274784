import { orderStatuses } from '../../../../../contracts/trading/orders.ts';
import type { OrderStatus } from '../../../../../contracts/trading/orders.ts';

/** The orders to show: `open` means every order that can still fill. */
export type OrdersSearch = { status?: OrderStatus | 'open'; symbol?: string };

/** Reads the filter from the address; ignores an invalid one. */
export function ordersSearchOf({ status, symbol }: Record<string, unknown>): OrdersSearch {
  const known = (['open', ...orderStatuses] as const).find((one) => one === status);
  const name = typeof symbol === 'string' ? symbol.trim().toUpperCase() : '';
  return { ...(known && { status: known }), ...(name && { symbol: name }) };
}
