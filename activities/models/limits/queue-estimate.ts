import type { LimitState } from './limit-state.ts';
import type { Amounts } from './minute-window.ts';
import type { ModelLimits } from './model-limits.ts';
import { sustainedFactor } from './adaptive-rate.ts';
import { waitFor } from './limit-state.ts';

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
function estimateWait(
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

/** A call in the queue, as far as its wait depends on it. */
export type QueuedCall = {
  tokens: number;
  /** Whether it was found that it may wait. */
  isJudged: boolean;
};

/** What a call has to expect. */
export type Estimated<Call> = {
  call: Call;
  /** How many calls come before it: those that wait, and those that were sent away before. */
  ahead: number;
  /** Whether so many wait before it that there is no room for it. */
  isCrowded: boolean;
  /** About how long it waits in its place, in milliseconds. */
  waitMs: number;
  /** The same after those that were sent away before. */
  laterMs: number;
};

/** Calls that wait for each slot of the model; more are sent away at once, for other models need the room. */
const waitingPerSlot = 4;

/**
 * What the calls of a queue that nobody has judged yet have to expect.
 * @param waiting all of the queue, first the one that comes next.
 * @param known.meanMs how long a call takes; undefined before the first answer.
 * @param known.sentAway calls that were sent away and will come again.
 */
export function estimateQueue<Call extends QueuedCall>(
  state: LimitState,
  waiting: readonly Call[],
  known: { limits: ModelLimits; meanMs: number | undefined; sentAway: Amounts },
  now: number,
): Estimated<Call>[] {
  const { limits, meanMs, sentAway } = known;
  let ahead: Amounts = { requests: 0, tokens: 0 };
  return waiting.flatMap((call, index) => {
    const { tokens, isJudged } = call;
    const before = ahead;
    const waitAfter = (others: Amounts) =>
      estimateWait(state, limits, { tokens, ahead: others, meanMs }, now);
    ahead = plus(before, { requests: 1, tokens });
    if (isJudged) return [];
    const isCrowded = index >= limits.concurrency * waitingPerSlot;
    return {
      call,
      ahead: before.requests + sentAway.requests,
      isCrowded,
      waitMs: waitAfter(before),
      laterMs: waitAfter(plus(before, sentAway)),
    };
  });
}

function plus(one: Amounts, other: Amounts): Amounts {
  return { requests: one.requests + other.requests, tokens: one.tokens + other.tokens };
}
