import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { budgetListSchema, CostsView } from '../../../../contracts/api/index.ts';
import type { CostGrouping } from '../../../../contracts/models/cost-groupings.ts';
import { request } from '../request.ts';
import { search } from './list.ts';

/** What was spent, and may be. */
export const costQueries = {
  /** @param period days as `2026-11-21`; `to` is the first that does not count. */
  costs: (by: CostGrouping, period: { from?: string; to?: string } = {}) =>
    queryOptions({
      queryKey: ['costs', by, period],
      queryFn: () => request<CostsView>(`/api/v1/costs${search({ by, ...period })}`),
    }),
  budgets: () =>
    queryOptions({
      queryKey: ['budgets'],
      queryFn: () => request<z.infer<typeof budgetListSchema>>('/api/v1/budgets'),
    }),
};
