import { untilStored } from '../../base/until-stored.ts';
import type { Usage } from '../../../contracts/models/messages.ts';
import type { Caller } from '../../base/caller.ts';
import type { ModelName } from '../model-name.ts';
import type { Payments } from './payments.ts';
import type { Purchase } from './purchase.ts';

/** What is asked of one model, which no other stands in for. */
export type PaidWork<Answer> = {
  caller: Caller;
  model: string;
  size: Purchase['size'];
  signal: AbortSignal;
  send(): Promise<Answer>;
  usageOf(answer: Answer): Usage;
  /** Stands for counts that the provider does not give. */
  estimate: Pick<Usage, 'inputTokens' | 'outputTokens'>;
};

/**
 * Sets money aside, has the work done, and books it; where it failed, the money is given back.
 * @returns the answer and its cost as decimal text in US dollars; null where the price is not known.
 * @throws {BudgetExceeded} before anything is spent.
 * @throws what `send` does.
 */
export async function payForOne<Answer extends { model: ModelName; deployment?: string }>(
  payments: Payments,
  { caller, model, size, signal, send, usageOf, estimate }: PaidWork<Answer>,
): Promise<Answer & { costUsd: string | null }> {
  const grant = await payments.reserve({
    caller,
    chain: [model],
    size,
    isModelFixed: true,
    signal,
  });
  const startedAt = performance.now();
  const answer = await send().catch(async (error: unknown) => {
    await payments.release(caller);
    throw error;
  });
  const answered = {
    model: answer.model,
    deployment: answer.deployment,
    usage: usageOf(answer),
    estimate,
    durationMs: Math.round(performance.now() - startedAt),
  };
  const costUsd = await untilStored(() => payments.settle(grant, caller, answered));
  return { ...answer, costUsd };
}
