import type { Budget } from '../../contracts/models/budget.ts';
import type { Priority } from '../../contracts/models/messages.ts';
import type { RouteOptions, RoutedRequest, RoutedResponse } from './ask/router.ts';

/** Who asks, who pays, and under which id the call is booked. */
export type Caller = {
  /** Unique for a call, and the same when its activity runs again. */
  callId: string;
  source: 'run' | 'gateway';
  user: string;
  priority: Priority;
  runId?: string;
  nodePath?: string;
  agent?: string;
  /** Budgets of the run and of its agents; those of the user and the day are added where it is booked. */
  budgets: Budget[];
};

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
