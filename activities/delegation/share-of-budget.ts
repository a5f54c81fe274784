import type { Budget } from '../../contracts/models/budget.ts';
import type { AccountState } from '../../db/repositories/models/budget-rows.ts';
import { Decimal } from '../base/decimal.ts';

/** What a budget can be at least. */
const leastUsd = 1e-6;

/**
 * The budget of a task that an agent gives to another: half of what is left in the tightest of the agent's budgets.
 * Undefined where nothing limits the agent.
 * @param account of the share.
 * @param states of the accounts of the budgets, in their order.
 */
export function shareOfBudget(
  account: string,
  budgets: readonly Budget[],
  states: readonly AccountState[],
): Budget | undefined {
  const left = budgets.map(({ usd }, index) => {
    const { spentUsd = 0, reservedUsd = 0, extraUsd = 0 } = states[index] ?? {};
    return new Decimal(usd).plus(extraUsd).minus(spentUsd).minus(reservedUsd);
  });
  if (left.length === 0) return undefined;
  const half = Decimal.min(...left)
    .dividedBy(2)
    .toDecimalPlaces(6, Decimal.ROUND_DOWN);
  const usd = Math.max(leastUsd, half.toNumber());
  return { account, usd, onLimit: 'stop', cheaperModels: [] };
}
