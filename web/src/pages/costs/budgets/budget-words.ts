import type { BudgetView } from '../../../../../contracts/api/index.ts';
import { texts } from '../texts.ts';

/** What happens at the limit, in words. */
export const policyTitles: Record<BudgetView['onLimit'], string> = {
  stop: texts.budgets.policies.stop,
  ask: texts.budgets.policies.ask,
  cheaper: texts.budgets.policies.cheaper,
};

/** Whose budget it is: `day` is everything together, `user:ada` that of a user. */
export function budgetTitle(id: string): string {
  return id === 'day' ? texts.budgets.everyone : id.replace(/^user:/, `${texts.budgets.user} `);
}
