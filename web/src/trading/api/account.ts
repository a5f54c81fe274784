import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  AccountView,
  fillListSchema,
  OrderDetailView,
  orderListSchema,
} from '../../../../contracts/trading/api/account.ts';
import type { PerformanceView } from '../../../../contracts/trading/api/performance.ts';
import type { accountEntriesSchema } from '../../../../contracts/trading/api/accounts.ts';
import type {
  KillSwitchView,
  tradingChangeListSchema,
  TradingGatesView,
} from '../../../../contracts/trading/api/trading.ts';
import { request } from '../../api/request.ts';
import { pages, search } from '../../api/queries/list.ts';

/** The orders to list: `open` means every order that can still fill. */
type OrderFilter = { status?: string; symbol?: string; account?: string };

/** Queries of a paper account and its gates. Default: the user's own account. */
export const accountQueries = {
  /** The accounts of the user, their own first. */
  accounts: () =>
    queryOptions({
      queryKey: ['account', 'accounts'],
      queryFn: () => request<z.infer<typeof accountEntriesSchema>>('/api/v1/accounts'),
    }),
  account: (account?: string) =>
    queryOptions({
      queryKey: ['account', 'sums', account],
      queryFn: () => request<AccountView>(`/api/v1/account${search({ account })}`),
    }),
  fills: (account?: string) =>
    queryOptions({
      queryKey: ['account', 'fills', account],
      queryFn: () =>
        request<z.infer<typeof fillListSchema>>(`/api/v1/account/fills${search({ account })}`),
    }),
  /** The orders that fit a filter, newest first: the pages that were asked for so far. */
  orders: (filter: OrderFilter = {}) =>
    pages<z.infer<typeof orderListSchema>>(
      ['account', 'orders', filter],
      `/api/v1/account/orders${search({ limit: '20', ...filter })}`,
    ),
  /** An order with its history. */
  order: (id: string, account?: string) =>
    queryOptions({
      queryKey: ['account', 'order', id, account],
      queryFn: () =>
        request<OrderDetailView>(
          `/api/v1/account/orders/${encodeURIComponent(id)}${search({ account })}`,
        ),
    }),
  /** The performance, compared with buying and holding a benchmark. Default benchmark: one of the traded symbols. */
  performance: (given: { account?: string | undefined; benchmark?: string | undefined }) =>
    queryOptions({
      queryKey: ['account', 'performance', given],
      queryFn: () => request<PerformanceView>(`/api/v1/account/performance${search(given)}`),
      // Each look reads daily prices; an order of one's own has it read anew.
      staleTime: 60_000,
    }),
  gates: (account?: string) =>
    queryOptions({
      queryKey: ['account', 'gates', account],
      queryFn: () => request<TradingGatesView>(`/api/v1/account/gates${search({ account })}`),
    }),
  killSwitch: (account?: string) =>
    queryOptions({
      queryKey: ['account', 'kill-switch', account],
      queryFn: () => request<KillSwitchView>(`/api/v1/account/kill-switch${search({ account })}`),
    }),
  /** Who changed gates, kill switch and members, newest first. */
  tradingChanges: (account?: string) =>
    pages<z.infer<typeof tradingChangeListSchema>>(
      ['account', 'changes', account],
      `/api/v1/account/changes${search({ limit: '10', account })}`,
    ),
};
