import type { ModelAttempt } from '../../db/schema/index.ts';
import { allModelsFailed } from './all-models-failed.ts';
import { ProviderError } from './provider.ts';
import type { CallOptions, ChatRequest, ChatResponse, ModelProvider } from './provider.ts';
import { reactions } from './reactions.ts';
import type { ModelName, ModelRouter } from './router.ts';

/** Who serves a model, or what is missing for it. */
export type Resolved =
  | { name: ModelName; provider: ModelProvider; model: string }
  | { missing: string };

type AttemptError = NonNullable<ModelAttempt['error']>;

/**
 * Tries each model of a chain once, in order. A provider that refuses the key or wants payment is left out
 * for `downMs`.
 *
 * @param settings.deadlineMs longest time of one try.
 * @param settings.now the clock, in milliseconds.
 */
export function createFailover(settings: {
  resolve: (name: string) => Resolved;
  deadlineMs: number;
  downMs: number;
  now: () => number;
}): ModelRouter['chat'] {
  const { resolve, deadlineMs, downMs, now } = settings;
  const down = new Map<string, { until: number; error: AttemptError }>();

  function reasonToSkip(target: Resolved): AttemptError | undefined {
    if ('missing' in target) return { code: 'NOT_CONFIGURED', message: target.missing };
    const mark = down.get(target.provider.name);
    if (!mark || mark.until <= now()) return undefined;
    const seconds = Math.ceil((mark.until - now()) / 1000);
    const { code, message } = mark.error;
    return { code, message: `${message} (not tried again for ${seconds} s)` };
  }

  return async (chain, request, options) => {
    const { signal } = options;
    const attempts: ModelAttempt[] = [];
    const failures: ProviderError[] = [];
    for (const model of new Set(chain)) {
      signal.throwIfAborted();
      const target = resolve(model);
      const skip = reasonToSkip(target);
      if (skip || 'missing' in target) {
        attempts.push({
          model,
          status: 'skipped',
          ...(skip ? { error: skip } : {}),
          durationMs: 0,
        });
        continue;
      }
      const startedAt = now();
      const outcome = await tryOnce(target, request, { ...options, deadlineMs });
      const durationMs = now() - startedAt;
      if (!(outcome instanceof ProviderError)) {
        attempts.push({ model, status: 'answered', durationMs });
        return { ...outcome, model: target.name, attempts };
      }
      const error = { code: outcome.code, message: outcome.message };
      attempts.push({ model, status: 'failed', error, durationMs });
      failures.push(outcome);
      const reaction = reactions[outcome.kind];
      if (reaction.markDown) down.set(target.provider.name, { until: now() + downMs, error });
      if (!reaction.tryNext) break;
    }
    throw allModelsFailed(attempts, failures);
  };
}

async function tryOnce(
  { provider, model }: Exclude<Resolved, { missing: string }>,
  request: Omit<ChatRequest, 'model'>,
  { signal, onDelta, deadlineMs }: CallOptions & { deadlineMs: number },
): Promise<ChatResponse | ProviderError> {
  const deadline = AbortSignal.timeout(deadlineMs);
  try {
    return await provider.chat(
      { ...request, model },
      { signal: AbortSignal.any([signal, deadline]), ...(onDelta && { onDelta }) },
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProviderError) return error;
    if (!deadline.aborted) throw error;
    return new ProviderError({
      provider: provider.name,
      kind: 'transient',
      code: 'TIMEOUT',
      message: `no answer within ${deadlineMs / 1000} s`,
    });
  }
}
