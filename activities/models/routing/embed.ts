import type { ModelAttempt } from '../../../db/schema/index.ts';
import { allModelsFailed, failureOf, failureOfSkip } from './all-models-failed.ts';
import { askModel } from './ask-model.ts';
import type { AskSettings } from './ask-model.ts';
import { estimateTextTokens } from '../limits/estimate-tokens.ts';
import { labelAnswered } from '../observation/model-label.ts';
import type { ModelGuard } from './model-guard.ts';
import type { EmbeddingResponse } from '../provider.ts';
import type { Resolved } from './resolve-model.ts';
import type { EmbeddingRouter } from './router.ts';

/** Asks one model for vectors, within its limits and behind its breaker. */
export function createEmbed(
  settings: AskSettings & {
    resolve: (name: string) => Resolved;
    guardOf: (name: string) => ModelGuard;
  },
): EmbeddingRouter['embed'] {
  const { resolve, guardOf } = settings;

  return async (model, request, { signal, priority = 'normal', user }) => {
    const attempts: ModelAttempt[] = [];
    const target = resolve(model);
    const embed = 'missing' in target ? undefined : target.provider.embed?.bind(target.provider);
    if ('missing' in target || !embed) {
      const message = 'missing' in target ? target.missing : 'the provider has no embeddings';
      const error = { code: 'NOT_CONFIGURED', message };
      attempts.push({ model, status: 'skipped', error, durationMs: 0 });
      throw allModelsFailed(attempts, [], { wentToItsEnd: true });
    }
    const asked = await askModel<EmbeddingResponse>(
      target,
      guardOf(target.name),
      {
        estimate: { inputTokens: estimateTextTokens(request.texts), maximumOutputTokens: 0 },
        used: ({ inputTokens }) => ({ inputTokens, outputTokens: 0 }),
        send: (options) => embed({ ...request, model: target.model }, options),
      },
      { ...settings, signal, priority, user, onAttempt: (attempt) => void attempts.push(attempt) },
    );
    if ('answer' in asked) {
      labelAnswered(target.name);
      return { ...asked.answer, model: target.name };
    }
    if ('delayed' in asked) throw asked.delayed;
    if ('failed' in asked) {
      throw allModelsFailed(attempts, [failureOf(asked.failed)], { wentToItsEnd: true });
    }
    const { error } = asked.skipped;
    attempts.push({ model: target.name, status: 'skipped', error, durationMs: 0 });
    throw allModelsFailed(attempts, [failureOfSkip(asked.skipped)], { wentToItsEnd: true });
  };
}
