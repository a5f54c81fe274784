import type { Budget } from '../../../contracts/models/budget.ts';
import type { DailyBudget } from '../../../db/repositories/models/daily-budgets.ts';
import type { Caller } from '../../base/caller.ts';

/**
 * The budgets that limit a call, and all accounts that it is charged to: those of its user and its day are kept also
 * while nothing limits them, so that a budget that is set in the middle of a day holds for the whole of it.
 * @param at the day in UTC counts.
 */
export function chargedAccounts(
  { budgets: given, user }: Pick<Caller, 'budgets' | 'user'>,
  daily: readonly DailyBudget[],
  at: Date,
): { budgets: Budget[]; accounts: string[] } {
  const day = at.toISOString().slice(0, 10);
  const budgets = [
    ...given,
    ...daily.map(({ id, usd, ...rest }) => ({
      ...rest,
      usd: Number(usd),
      account: `${id}:${day}`,
    })),
  ];
  const accounts = [...given.map(({ account }) => account), `user:${user}:${day}`, `day:${day}`];
  return { budgets, accounts: [...new Set(accounts)] };
}
