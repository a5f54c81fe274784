import { noUsage } from '../../../contracts/models/messages.ts';
import { estimateTextTokens } from '../../../contracts/models/estimate-tokens.ts';
import type { Caller } from '../../base/caller.ts';
import type { EmbeddingRequest, EmbeddingResponse } from '../provider.ts';
import type { EmbeddingRouter } from '../router.ts';
import type { ModelName } from '../model-name.ts';
import { payForOne } from './pay-for-one.ts';
import type { Payments } from './payments.ts';

/** Beyond what estimates are known to miss: code and rare languages take more tokens. */
const margin = 1.2;

/**
 * Vectors that are paid for as calls are.
 * @throws {BudgetExceeded} before anything is spent.
 * @throws as `EmbeddingRouter.embed` does.
 */
export type EmbeddingCaller = (
  call: { caller: Caller; model: string; request: Omit<EmbeddingRequest, 'model'> },
  options: { signal: AbortSignal },
) => Promise<EmbeddingResponse & { model: ModelName; costUsd: string | null }>;

/** Embeddings that are paid: set aside before, booked after, as calls of models are. */
export function payForEmbeddings({
  router,
  payments,
}: {
  router: EmbeddingRouter;
  payments: Payments;
}): EmbeddingCaller {
  return async ({ caller, model, request }, { signal }) => {
    const { texts, tokens } = request;
    const estimate = tokens ? tokens.flat().length : estimateTextTokens(texts);
    return payForOne(payments, {
      caller,
      model,
      size: { inputTokens: Math.ceil(estimate * margin), wantedOutput: 0, leastOutput: 0 },
      signal,
      send: () =>
        router.embed(model, request, { signal, priority: caller.priority, user: caller.user }),
      usageOf: ({ inputTokens }) => ({ ...noUsage, inputTokens }),
      estimate: { inputTokens: estimate, outputTokens: 0 },
    });
  };
}
