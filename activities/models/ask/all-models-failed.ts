import type { ModelAttempt } from '../../../db/schema/index.ts';
import { deployedName } from '../deployments/deployment.ts';
import type { Skip } from './model-guard.ts';
import type { ProviderError, ProviderErrorKind } from '../provider.ts';
import { reactions } from './reactions.ts';
import { AllModelsFailed } from '../router.ts';

/** Why a model gave no answer, and whether it can later. */
export type Failure = {
  model: string;
  kind?: ProviderErrorKind;
  retryLater: boolean;
  /** Whether it did not respond. */
  isAway: boolean;
  /** Whether it is at its limits. */
  isBusy: boolean;
  retryAfterMs?: number | undefined;
  advice: string;
};

export function failureOf(model: string, error: ProviderError): Failure {
  const { kind, isAway, retryAfterMs } = error;
  const { retryLater, advice } = reactions[kind];
  const isBusy = kind === 'rate_limited';
  return { model, kind, retryLater, isAway, isBusy, retryAfterMs, advice };
}

/** Why a model was left out: a breaker closes by itself, a provider that refused the key waits for somebody. */
export function failureOfSkip(model: string, { error, isAway, retryAfterMs }: Skip): Failure {
  const { retryLater, advice } =
    reactions[error.code === 'CIRCUIT_OPEN' ? 'transient' : 'unauthorized'];
  return { model, retryLater, isAway, isBusy: false, retryAfterMs, advice };
}

/**
 * The error of a chain in which no model answered: what was tried, how each ended, what to do. It is
 * retryable when the chain went to its end and one of its models can answer later.
 *
 * @param wentToItsEnd false where a failure kept the rest of the chain from being asked.
 */
export function allModelsFailed(
  attempts: ModelAttempt[],
  failures: readonly Failure[],
  { wentToItsEnd }: { wentToItsEnd: boolean },
): AllModelsFailed {
  const passing = failures.filter(({ retryLater }) => retryLater);
  const waits = passing.map(({ retryAfterMs }) => retryAfterMs);
  const soonest = waits.every((wait) => wait !== undefined) ? Math.min(...waits) : undefined;
  const retryable = wentToItsEnd && passing.length > 0;
  const advice = new Set(failures.map((failure) => failure.advice));
  return new AllModelsFailed(
    [`No model answered. ${attempts.map(describe).join('; ')}.`, ...advice].join(' '),
    {
      attempts,
      retryable,
      ...(retryable && soonest !== undefined ? { retryAfterMs: soonest } : {}),
      away: retryable ? awayOf(failures) : [],
      isBusy: retryable && failures.some(({ isBusy }) => isBusy),
      kind: failures.at(-1)?.kind,
    },
  );
}

/**
 * The error of an answer that broke off after a part of it had reached the caller: nobody else may go on with it.
 * @param options.isResumable whether the provider keeps the answer, so that it can still be fetched.
 */
export function answerBrokeOff(
  attempts: ModelAttempt[],
  failure: Failure,
  { isResumable }: { isResumable: boolean },
): AllModelsFailed {
  const last = attempts.at(-1);
  const { retryLater, retryAfterMs, advice } = failure;
  return new AllModelsFailed(
    `The answer was interrupted. ${last ? describe(last) : ''}. ${advice}`,
    {
      attempts,
      retryable: retryLater,
      ...(retryLater && retryAfterMs !== undefined ? { retryAfterMs } : {}),
      away: awayOf([failure]),
      isBusy: failure.isBusy,
      hasBrokenOff: !isResumable,
      kind: failure.kind,
    },
  );
}

function awayOf(failures: readonly Failure[]): string[] {
  return failures.flatMap(({ model, isAway }) => (isAway ? [model] : []));
}

function describe({ model, deployment, status, error }: ModelAttempt): string {
  const name = deployedName(model, deployment);
  const { code = '', message = '' } = error ?? {};
  const said = `${code} ${message}`.trim().replace(/\.+$/, '');
  if (status !== 'skipped') return `${name}: ${said}`;
  return `${name} was skipped (${code}): ${message.replace(/\.+$/, '')}`;
}
