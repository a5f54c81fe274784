import type { ModelAttempt } from '../../db/schema/index.ts';
import type { ProviderError } from './provider.ts';
import { reactions } from './reactions.ts';
import { AllModelsFailed } from './router.ts';

/**
 * The error of a chain in which no model answered: what was tried, how each ended, what to do. It is
 * retryable when the chain went to its end and one of its models can answer later.
 */
export function allModelsFailed(
  attempts: ModelAttempt[],
  failures: readonly ProviderError[],
): AllModelsFailed {
  const passing = failures.filter(({ kind }) => reactions[kind].retryLater);
  const wentToItsEnd = failures.every(({ kind }) => reactions[kind].tryNext);
  const waits = passing.map(({ retryAfterMs }) => retryAfterMs);
  const soonest = waits.every((wait) => wait !== undefined) ? Math.min(...waits) : undefined;
  const retryable = wentToItsEnd && passing.length > 0;
  const advice = new Set(failures.map(({ kind }) => reactions[kind].advice));
  return new AllModelsFailed(
    [`No model answered. ${attempts.map(describe).join('; ')}.`, ...advice].join(' '),
    {
      attempts,
      retryable,
      ...(retryable && soonest !== undefined ? { retryAfterMs: soonest } : {}),
    },
  );
}

function describe({ model, status, error }: ModelAttempt): string {
  const said = `${error?.code ?? ''} ${error?.message ?? ''}`.trim().replace(/\.+$/, '');
  return status === 'skipped' ? `${model}: skipped, ${said}` : `${model}: ${said}`;
}
