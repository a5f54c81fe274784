import type { ModelLimits } from './model-limits.ts';
import { createMovingAverage } from './moving-average.ts';

/** Tokens of a call. */
export type CallTokens = { inputTokens: number; outputTokens: number };

/** What an answer is taken to have before a model has answered for the first time. */
const firstGuessTokens = 1_000;

/**
 * How many tokens calls of a model take, learnt from those that were answered.
 * @param limits.tokensPerMinute the most that an answer is taken to have, whatever a caller asks for.
 */
export function createExpectedUsage({ tokensPerMinute }: Pick<ModelLimits, 'tokensPerMinute'>) {
  const output = createMovingAverage();
  /** How the model's own count compares to our estimate: tokenizers differ. */
  const correction = createMovingAverage();
  return {
    learn(estimated: { inputTokens: number }, used: CallTokens): void {
      if (used.inputTokens + used.outputTokens === 0) return;
      output.add(used.outputTokens);
      if (estimated.inputTokens > 0) correction.add(used.inputTokens / estimated.inputTokens);
    },
    /**
     * Rather too many than too few.
     * @param call.maximumOutputTokens counts where it is given: providers set it aside too.
     */
    expect(call: { inputTokens: number; maximumOutputTokens?: number | undefined }): CallTokens {
      const { inputTokens, maximumOutputTokens } = call;
      return {
        inputTokens: Math.ceil(inputTokens * (correction.mean() ?? 1)),
        outputTokens: Math.min(
          tokensPerMinute,
          maximumOutputTokens ?? Math.ceil(output.high() ?? firstGuessTokens),
        ),
      };
    },
  };
}
