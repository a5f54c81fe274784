import type { BudgetView } from '../../../../../contracts/api/index.ts';

/** What happens at the limit, in words. */
export const policyTitles: Record<BudgetView['onLimit'], string> = {
  stop: 'Stops at the limit',
  ask: 'Asks a person at the limit',
  cheaper: 'Goes on with cheaper models at the limit',
};

/** Whose budget it is: `day` is everything together, `user:ada` that of a user. */
export function budgetTitle(id: string): string {
  return id === 'day' ? 'Everything together' : id.replace(/^user:/, 'User ');
}
