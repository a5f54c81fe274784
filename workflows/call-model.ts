import { sleep } from '@temporalio/workflow';
import type { CallModelInput, CallModelResult } from '../contracts/activities.ts';
import type { OverBudget } from './ask-for-budget.ts';
import { models } from './proxies.ts';

/**
 * Calls a model, again and again under the same key while the models' limits are used up: the waiting is a
 * timer and holds no slot.
 * @param options.onOverBudget gets more money, so that the call is made again, or throws.
 */
export async function callModelUntilAnswered(
  input: CallModelInput,
  options: { summary: string; onOverBudget: (over: OverBudget) => Promise<void> },
): Promise<Extract<CallModelResult, { status: 'answered' }>> {
  const { summary, onOverBudget } = options;
  for (;;) {
    const result = await models.callModel.executeWithOptions({ summary }, [input]);
    if (result.status === 'answered') return result;
    if (result.status === 'over_budget') await onOverBudget(result);
    else await sleep(result.retryAfterMs, { summary: `${summary} · ${result.reason}` });
  }
}
