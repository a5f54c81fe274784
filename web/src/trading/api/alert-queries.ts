import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { alertListSchema } from '../../../../contracts/trading/api/alerts.ts';
import { request } from '../../api/request.ts';
import { callTool } from '../../api/tools.ts';
import { search } from '../../api/queries/list.ts';

/** An instrument that a user follows, as the tool `get_watchlist` returns it. */
export type Watched = {
  symbol: string;
  note?: string;
  addedAt: string;
  /** Null where there is none: `problem` says why. */
  price: number | null;
  change24hPercent?: number | null;
  source?: string;
  asOf?: string;
  notice?: string;
  problem?: string;
};

/** Queries of alerts and watchlists. */
export const alertQueries = {
  alerts: (filter: { user?: string; status?: string } = {}) =>
    queryOptions({
      queryKey: ['alerts', filter],
      queryFn: () => request<z.infer<typeof alertListSchema>>(`/api/v1/alerts${search(filter)}`),
    }),
  /** The watchlist of a user with current prices. */
  watchlist: (user: string) =>
    queryOptions({
      queryKey: ['watchlist', user],
      queryFn: async () => {
        const { output } = await callTool('get_watchlist', {}, { user });
        return (output as unknown as { items: Watched[] }).items;
      },
    }),
};
