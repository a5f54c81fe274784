import type { Budget } from '../../contracts/models/budget.ts';
import type { Caller } from '../base/caller.ts';
import type { RouteOptions, RoutedRequest, RoutedResponse } from './router.ts';

export type ModelCall = { caller: Caller; chain: readonly string[]; request: RoutedRequest };

export type ModelAnswer = RoutedResponse & {
  /** Decimal text in US dollars; null where the price is not known. */
  costUsd: string | null;
};

/**
 * One question to a chain of models and its answer. Each layer has this form and adds one thing: the price,
 * the form of the answer, tools in words.
 * @throws {BudgetExceeded} before anything is spent.
 * @throws as `ModelRouter.chat` does.
 */
export type ModelCaller = (
  call: ModelCall,
  options: Omit<RouteOptions, 'priority'>,
) => Promise<ModelAnswer>;

/** A budget does not allow the call; nothing was sent. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded';
  readonly budget: Budget;

  constructor(message: string, budget: Budget) {
    super(message);
    this.budget = budget;
  }
}
