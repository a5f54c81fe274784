import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel';
import type { CircuitBreakerPolicy } from 'cockatiel';
import { ProviderError } from '../provider.ts';

/** Failures in a row that open the breaker. */
const threshold = 5;
/** After this long one call is let through; each that fails doubles it. */
const firstOpenMs = 5_000;
const longestOpenMs = 5 * 60_000;
/** When to look again while a probe is on its way. */
const probeMs = 1_000;

/** `half-open`: one call is on its way to see whether the model answers again. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/** A switch in front of one model of a provider, which spares calls the wait for what does not respond. */
export type Breaker = {
  /** Why nothing is sent now, for how long, and whether the model did not respond; undefined while calls pass. */
  closedTo(): { message: string; isAway: boolean; retryAfterMs: number } | undefined;
  /**
   * Does the work and counts how it ended. Only that a provider cannot be reached, fails or is too slow counts against
   * it: not a request that it refuses, nor a caller that goes away.
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  state(): { state: BreakerState; until: number | null };
};

/** Opens after five failures in a row, for five seconds first and for five minutes at most. */
export function createBreaker(): Breaker {
  let until = 0;
  let isAway = false;
  let policy = createPolicy();

  function createPolicy(initialState?: unknown): CircuitBreakerPolicy {
    return circuitBreaker(handleWhen(isFailure), {
      breaker: new ConsecutiveBreaker(threshold),
      halfOpenAfter: { next: backoff },
      initialState,
    });
  }

  function backoff({ attempt }: { attempt: number }) {
    const duration = Math.min(longestOpenMs, firstOpenMs * 2 ** (attempt - 1));
    until = Date.now() + duration;
    return { duration, next: backoff };
  }

  function current(): BreakerState {
    if (policy.state === CircuitState.Closed) return 'closed';
    return policy.state === CircuitState.HalfOpen ? 'half-open' : 'open';
  }

  return {
    closedTo() {
      const state = current();
      if (state === 'half-open') {
        const message = `it failed ${threshold} times in a row; another call is testing it now`;
        return { message, isAway, retryAfterMs: probeMs };
      }
      if (state === 'closed' || until <= Date.now()) return undefined;
      const at = new Date(until).toISOString();
      const message = `it failed ${threshold} times in a row; the next test call is at ${at}`;
      return { message, isAway, retryAfterMs: until - Date.now() };
    },
    async run(work) {
      const before = policy.toJSON();
      try {
        return await policy.execute(work);
      } catch (error) {
        if (isFailure(error)) ({ isAway } = error);
        const isUndecided = !(error instanceof ProviderError);
        // To cockatiel a probe that was called off is a success: the next call is the probe instead.
        if (isUndecided && isProbe(before)) restore(before);
        throw error;
      }
    },
    state: () => ({ state: current(), until: current() === 'open' ? until : null }),
  };

  function isProbe(before: unknown): boolean {
    const { ownState } = before as { ownState: { value: CircuitState } };
    return ownState.value === CircuitState.Open;
  }

  function restore(before: unknown): void {
    const kept = until;
    policy = createPolicy(before);
    until = kept;
  }
}

function isFailure(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.kind === 'transient';
}
