import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  AccountView,
  fillListSchema,
  OrderDetailView,
  orderListSchema,
} from '../../../../contracts/trading/api/account.ts';
import type {
  KillSwitchView,
  tradingChangeListSchema,
  TradingGatesView,
} from '../../../../contracts/trading/api/trading.ts';
import { request } from '../../api/request.ts';
import { pages, search } from '../../api/queries/list.ts';

/** Which orders are listed: `open` is whatever can be filled. */
type OrderFilter = { status?: string; symbol?: string };

/** The paper account, and what it may trade. */
export const accountQueries = {
  account: () =>
    queryOptions({
      queryKey: ['account'],
      queryFn: () => request<AccountView>('/api/v1/account'),
    }),
  fills: () =>
    queryOptions({
      queryKey: ['account', 'fills'],
      queryFn: () => request<z.infer<typeof fillListSchema>>('/api/v1/account/fills'),
    }),
  /** The orders that fit a filter, newest first: the pages that were asked for so far. */
  orders: (filter: OrderFilter = {}) =>
    pages<z.infer<typeof orderListSchema>>(
      ['account', 'orders', filter],
      `/api/v1/account/orders${search({ limit: '20', ...filter })}`,
    ),
  /** An order with all that has happened to it. */
  order: (id: string) =>
    queryOptions({
      queryKey: ['account', 'order', id],
      queryFn: () => request<OrderDetailView>(`/api/v1/account/orders/${encodeURIComponent(id)}`),
    }),
  gates: () =>
    queryOptions({
      queryKey: ['account', 'gates'],
      queryFn: () => request<TradingGatesView>('/api/v1/account/gates'),
    }),
  killSwitch: () =>
    queryOptions({
      queryKey: ['account', 'kill-switch'],
      queryFn: () => request<KillSwitchView>('/api/v1/account/kill-switch'),
    }),
  /** Who changed gates and kill switch, newest first. */
  tradingChanges: () =>
    pages<z.infer<typeof tradingChangeListSchema>>(
      ['account', 'changes'],
      '/api/v1/account/changes?limit=10',
    ),
};
