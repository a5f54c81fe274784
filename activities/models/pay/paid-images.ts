import { noUsage } from '../../../contracts/models/messages.ts';
import { estimateTextTokens } from '../../../contracts/models/estimate-tokens.ts';
import type { Caller } from '../../base/caller.ts';
import type { ImageRequest, ImageResponse } from '../provider.ts';
import type { ImageRouter } from '../router.ts';
import type { ModelName } from '../model-name.ts';
import { payForOne } from './pay-for-one.ts';
import type { Payments } from './payments.ts';

/** More tokens than an image of any of the models has. */
const mostOutput = 8_000;
/** About what one has where the provider does not count. */
const usualOutput = 1_500;

/**
 * An image that is paid for as calls are.
 * @throws {BudgetExceeded} before anything is spent.
 * @throws as `ImageRouter.generateImage` does.
 */
export type ImageCaller = (
  call: { caller: Caller; model: string; request: Omit<ImageRequest, 'model'> },
  options: { signal: AbortSignal },
) => Promise<ImageResponse & { model: ModelName; costUsd: string | null }>;

/** Images that are paid: set aside before, booked after, as calls of models are. */
export function payForImages({
  router,
  payments,
}: {
  router: ImageRouter;
  payments: Payments;
}): ImageCaller {
  return async ({ caller, model, request }, { signal }) => {
    const inputTokens = estimateTextTokens([request.prompt]);
    return payForOne(payments, {
      caller,
      model,
      size: { inputTokens: inputTokens * 2, wantedOutput: mostOutput, leastOutput: mostOutput },
      signal,
      send: () =>
        router.generateImage(model, request, {
          signal,
          priority: caller.priority,
          user: caller.user,
        }),
      usageOf: ({ usage }) => ({ ...noUsage, ...usage }),
      estimate: { inputTokens, outputTokens: usualOutput },
    });
  };
}
