import { longestRetryAfterMs } from '../providers/errors/retry-after.ts';
import type { Amounts } from './minute-window.ts';
import type { ModelLimits } from './model-limits.ts';

/**
 * How far below its limits a model is asked, since its provider refused. Times are in milliseconds.
 * The way down and up is TCP CUBIC's (RFC 9438): cut at once, come back quickly to just below where it failed, stay
 * there, then try for more, slowly at first.
 */
export type AdaptiveRate = {
  /** How often the rate was cut. A call belongs to the round in which it was sent. */
  round: number;
  /** What this round has sent and the provider has not refused, since when. */
  accepted: Amounts & { since: number };
  /** Nothing is sent before. */
  pausedUntil: number;
  /** Refusals since the last answer. */
  refusals: number;
  /** Left out while the whole limits are used. */
  reduced?: {
    /** Part of the limits right after the cut. */
    low: number;
    /** Part of the limits that the provider took. */
    ceiling: number;
    /** When the way up began. */
    since: number;
    /** How long it stays below the ceiling before it tries for more. */
    holdMs: number;
  };
};

/** What is used of the rate that was seen to work. */
const belowCeiling = 0.97;
const lowest = 1 / 64;
const recoverMs = 10_000;
/** After this long above the ceiling the rate has doubled. */
const probeMs = 60_000;
const firstHoldMs = 30_000;
const longestHoldMs = 30 * 60_000;
const forgetMs = 5 * 60_000;
/** What a shorter round has sent says nothing of a rate. */
const shortestRoundMs = 4_000;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

export function fullRate(now: number): AdaptiveRate {
  const accepted = { since: now, requests: 0, tokens: 0 };
  return { round: 0, accepted, pausedUntil: 0, refusals: 0 };
}

/** The part of its limits at which a model is asked now, from 1/64 to 1. */
export function rateFactor({ reduced }: AdaptiveRate, now: number): number {
  if (!reduced) return 1;
  const { low, ceiling, since, holdMs } = reduced;
  const target = Math.max(low, belowCeiling * ceiling);
  const elapsed = Math.max(0, now - since);
  if (elapsed < recoverMs) return target - (target - low) * (1 - elapsed / recoverMs) ** 3;
  const probing = Math.max(0, elapsed - recoverMs - holdMs);
  return Math.min(1, target * (1 + (probing / probeMs) ** 3));
}

/** The part of its limits at which a model can be asked once it has come back from a cut. */
export function sustainedFactor(rate: AdaptiveRate, now: number): number {
  return Math.max(rateFactor(rate, now), belowCeiling * (rate.reduced?.ceiling ?? 1));
}

/**
 * Takes in a 429. It cuts the rate to half once a round: answers to calls that were sent before the cut say nothing
 * new, and only lengthen the pause where they say until when to wait.
 *
 * @param refused the round of the call that was refused, and what the provider asks to wait, if it does.
 */
export function cutRate(
  rate: AdaptiveRate,
  limits: ModelLimits,
  refused: { round: number; retryAfterMs: number | undefined },
  now: number,
): void {
  pause(rate, refused.retryAfterMs, refused.round === rate.round, now);
  if (refused.round === rate.round) {
    const factor = rateFactor(rate, now);
    const measured = measuredCeiling(rate, limits, factor, now);
    rate.reduced = {
      low: Math.max(lowest, factor / 2),
      ...nextCeiling(rate.reduced, { measured, factor }, now),
      since: now,
    };
    rate.round += 1;
    rate.accepted = { since: now, requests: 0, tokens: 0 };
  }
  if (rate.reduced) rate.reduced.since = Math.max(rate.reduced.since, rate.pausedUntil);
}

/** Without a word of the provider's, each refusal in a row doubles the pause; with one, it is ten minutes at most. */
export function pause(
  rate: AdaptiveRate,
  retryAfterMs: number | undefined,
  isNews: boolean,
  now: number,
): void {
  const backoffMs = isNews ? Math.min(longestPauseMs, firstPauseMs * 2 ** rate.refusals) : 0;
  if (isNews) rate.refusals += 1;
  const pauseMs = Math.min(longestRetryAfterMs, retryAfterMs ?? backoffMs);
  rate.pausedUntil = Math.max(rate.pausedUntil, now + pauseMs);
}

/** Forgets that the rate was ever reduced once the whole limits have been used for a while without a refusal. */
export function endRecovery(rate: AdaptiveRate, now: number): void {
  if (rate.reduced && rateFactor(rate, now - forgetMs) >= 1) delete rate.reduced;
}

/**
 * The part of the limits that the provider took. Between two refusals its bucket is as empty as before, so
 * that what it took in between is what it allows. A round that used little has not found the limit out: then
 * it is the rate at which it failed.
 */
function measuredCeiling(
  { accepted }: AdaptiveRate,
  limits: ModelLimits,
  factor: number,
  now: number,
): number {
  const minutes = (now - accepted.since) / 60_000;
  if (minutes * 60_000 < shortestRoundMs) return factor;
  const share = Math.max(
    accepted.requests / (limits.requestsPerMinute * minutes),
    accepted.tokens / (limits.tokensPerMinute * minutes),
  );
  return share < factor / 2 ? factor : Math.min(share, factor);
}

type Reduced = NonNullable<AdaptiveRate['reduced']>;

/**
 * A try for more that failed makes the next one come later. What had worked for so long still does; where the try
 * came far, the provider seems to allow more than before.
 */
function nextCeiling(
  reduced: Reduced | undefined,
  { measured, factor }: { measured: number; factor: number },
  now: number,
): Pick<Reduced, 'ceiling' | 'holdMs'> {
  if (!reduced) return { ceiling: Math.max(lowest, measured), holdMs: firstHoldMs };
  const { ceiling, holdMs, since } = reduced;
  if (now - since <= recoverMs + holdMs) return { ceiling: Math.max(lowest, measured), holdMs };
  const cameFar = factor > ceiling * 1.5;
  return {
    ceiling: cameFar ? (ceiling + factor) / 2 : Math.max(measured, ceiling),
    holdMs: Math.min(longestHoldMs, holdMs * 2),
  };
}
