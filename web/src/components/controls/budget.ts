import type { BudgetSettings } from '../../../../contracts/models/budget.ts';
import { readNumber } from './read-number.ts';

type BudgetRequest = { budgetUsd?: number | string; budget?: BudgetSettings };

/**
 * The budget of a start request; nothing where none was typed. What is no number goes to the server as it
 * is: what it says is shown at the field.
 * @param before a budget whose amount alone was asked for: what else it says stays.
 */
export function budgetOf(text: string, before?: BudgetSettings | null): BudgetRequest {
  if (text.trim() === '') return {};
  const usd = readNumber(text);
  return before && usd !== undefined
    ? { budget: settingsOf({ ...before, usd }) }
    : { budgetUsd: usd ?? text };
}

/** What a budget was set to, without what was spent of it. */
export function settingsOf({ usd, onLimit, cheaperModels }: BudgetSettings): BudgetSettings {
  return { usd, onLimit, cheaperModels };
}
