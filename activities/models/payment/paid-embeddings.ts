import { noUsage } from '../../../contracts/messages.ts';
import { estimateTextTokens } from '../limits/estimate-tokens.ts';
import type { Caller } from '../model-caller.ts';
import type { EmbeddingRequest, EmbeddingResponse } from '../provider.ts';
import type { EmbeddingRouter, ModelName } from '../routing/router.ts';
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
    const estimate = estimateTextTokens(request.texts);
    const grant = await payments.reserve({
      caller,
      chain: [model],
      size: { inputTokens: Math.ceil(estimate * margin), wantedOutput: 0, leastOutput: 0 },
      // No other model's vectors fit these.
      isModelFixed: true,
      signal,
    });
    const startedAt = performance.now();
    const response = await router
      .embed(model, request, { signal, priority: caller.priority, user: caller.user })
      .catch(async (error: unknown) => {
        await payments.release(caller);
        throw error;
      });
    const durationMs = Math.round(performance.now() - startedAt);
    const usage = { ...noUsage, inputTokens: response.inputTokens };
    const costUsd = await payments.settle(grant, caller, {
      model: response.model,
      usage,
      estimate: { inputTokens: estimate, outputTokens: 0 },
      durationMs,
    });
    return { ...response, costUsd };
  };
}
