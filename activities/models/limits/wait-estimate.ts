import { sustainedFactor } from './adaptive-rate.ts';
import { waitFor } from './limit-state.ts';
import type { LimitState } from './limit-state.ts';
import type { Amounts } from './minute-window.ts';
import type { ModelLimits } from './model-limits.ts';

/** Who is sent away on a guess comes back soon, to hear better. */
const longestGuessMs = 20_000;

/**
 * About how long a call waits, in milliseconds: until the rates allow those before it and itself, and until it has a
 * slot, if as many calls end in the time that one takes on average as there are slots. While nobody
 * knows the rate, or no call has been answered yet, it is a guess, and not a long one.
 *
 * @param call.ahead calls that come before it.
 * @param call.meanMs how long a call takes; undefined before the first answer.
 */
export function estimateWait(
  state: LimitState,
  limits: ModelLimits,
  call: { tokens: number; ahead: Amounts; meanMs: number | undefined },
  now: number,
): number {
  const { tokens, ahead, meanMs = 0 } = call;
  const free = limits.concurrency - Object.keys(state.holders).length;
  const turns = Math.max(0, ahead.requests - free + 1);
  const factor = sustainedFactor(state.rate, now);
  const rateMs = waitFor(state, limits, { tokens, ahead, factor }, now);
  const isSure = !state.rate.reduced && call.meanMs !== undefined;
  const mostMs = Math.max(longestGuessMs, state.rate.pausedUntil - now);
  return Math.max(
    isSure ? rateMs : Math.min(rateMs, mostMs),
    (turns * meanMs) / limits.concurrency,
  );
}
