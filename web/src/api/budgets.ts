import type { BudgetView } from '../../../contracts/api/index.ts';
import type { BudgetSettings } from '../../../contracts/models/budget.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';

const pathOf = (id: string) => `/api/v1/budgets/${encodeURIComponent(id)}`;

/** Sets what may be spent in a day. @param id `day`, or `user:<name>`. */
export async function setBudget(id: string, budget: BudgetSettings): Promise<BudgetView> {
  const answer = await request<BudgetView>(pathOf(id), { method: 'PUT', body: budget });
  await queryClient.invalidateQueries({ queryKey: ['budgets'] });
  return answer;
}

/** Takes a budget away. */
export async function removeBudget(id: string): Promise<void> {
  await request<void>(pathOf(id), { method: 'DELETE' });
  await queryClient.invalidateQueries({ queryKey: ['budgets'] });
}
