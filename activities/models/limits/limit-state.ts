import { priorities } from '../../../contracts/models/messages.ts';
import type { Priority } from '../../../contracts/models/messages.ts';
import { cutRate, endRecovery, fullRate, pause, rateFactor } from './adaptive-rate.ts';
import type { AdaptiveRate } from './adaptive-rate.ts';
import { refill, untilFilled } from './bucket.ts';
import type { Bucket } from './bucket.ts';
import { bucketSizes, bursts } from './bucket-sizes.ts';
import { count, untilFits } from './minute-window.ts';
import type { Amounts, MinuteWindow } from './minute-window.ts';
import type { ModelLimits } from './model-limits.ts';

/** All that is known of a model's limits, as JSON: processes share it. Times are in milliseconds. */
export type LimitState = {
  requests: Bucket;
  tokens: Bucket;
  window: MinuteWindow;
  rate: AdaptiveRate;
  /** Calls under way, and when each counts as lost unless it is renewed. */
  holders: Record<string, number>;
  /** The first in the queue of each process that waits. */
  heads: Record<string, Place & { until: number }>;
};

/** Where a call stands: by priority, then by arrival. */
export type Place = { priority: Priority; arrivedAt: number };

export type Ask = Place & {
  /** Unique among all calls. */
  id: string;
  process: string;
  tokens: number;
  /** How long it counts as under way, and as first of its process, without being renewed. */
  leaseMs: number;
};

export type Grant = { id: string; tokens: number; round: number; at: number };

export type Taken =
  | { grant: Grant }
  /** `until` something is free again that a clock does not know, or for `waitMs`. */
  | { waitMs: number; until: 'rate' | 'slot' | 'turn' };

/** How long a process is waited for whose first call was before ours. */
const headMs = 1_000;

/** The state of limits that nothing has used yet. */
export function newLimitState(limits: ModelLimits, now: number): LimitState {
  const { requests, tokens } = bucketSizes(limits, fullRate(now), 1);
  return {
    requests: { level: requests.capacity, at: now },
    tokens: { level: tokens.capacity, at: now },
    window: {},
    rate: fullRate(now),
    holders: {},
    heads: {},
  };
}

/** Brings the state up to now: fills the buckets, forgets what is over. */
export function advance(state: LimitState, limits: ModelLimits, now: number): void {
  endRecovery(state.rate, now);
  const sizes = bucketSizes(limits, state.rate, rateFactor(state.rate, now));
  refill(state.requests, sizes.requests, now);
  refill(state.tokens, sizes.tokens, now);
  for (const [id, until] of Object.entries(state.holders)) {
    if (until <= now) delete state.holders[id];
  }
  for (const [process, { until }] of Object.entries(state.heads)) {
    if (until <= now) delete state.heads[process];
  }
}

/** Takes a slot, a request and tokens for the first call of a process, all at once or not at all. */
export function take(state: LimitState, limits: ModelLimits, ask: Ask, now: number): Taken {
  advance(state, limits, now);
  const { id, process, priority, arrivedAt, tokens, leaseMs } = ask;
  state.heads[process] = { priority, arrivedAt, until: now + Math.min(headMs, leaseMs) };
  const factor = rateFactor(state.rate, now);
  const ahead = { requests: 0, tokens: 0 };
  const waitMs = waitFor(state, limits, { tokens, ahead, factor }, now);
  if (waitMs > 0) return { waitMs, until: 'rate' };
  if (Object.keys(state.holders).length >= limits.concurrency) {
    return { waitMs: headMs, until: 'slot' };
  }
  const others = Object.entries(state.heads).filter(([name]) => name !== process);
  if (others.some(([, place]) => isBefore(place, ask))) return { waitMs: headMs, until: 'turn' };
  delete state.heads[process];
  state.holders[id] = now + leaseMs;
  charge(state, limits, { requests: 1, tokens }, { at: now, round: state.rate.round }, now);
  return { grant: { id, tokens, round: state.rate.round, at: now } };
}

/** Whether one place comes before another. */
function isBefore(one: Place, other: Place): boolean {
  const rank = priorities.indexOf(one.priority) - priorities.indexOf(other.priority);
  return rank < 0 || (rank === 0 && one.arrivedAt < other.arrivedAt);
}

/**
 * Milliseconds until the rates and a pause allow a call; slots are not looked at. The state is up to now.
 * @param call.ahead what goes out before it.
 * @param call.factor part of the limits that is used meanwhile.
 */
export function waitFor(
  { requests, tokens, window, rate }: LimitState,
  limits: ModelLimits,
  call: { tokens: number; ahead: Amounts; factor: number },
  now: number,
): number {
  const { ahead, tokens: amount, factor } = call;
  const sizes = bucketSizes(limits, rate, factor);
  const enough = limits.tokensPerMinute * bursts.usual.enough;
  return Math.max(
    rate.pausedUntil - now,
    untilFilled(requests, sizes.requests, { amount: 1, before: ahead.requests }),
    untilFilled(tokens, sizes.tokens, { amount, before: ahead.tokens }),
    untilFits(
      window,
      limits,
      { requests: ahead.requests + 1, tokens: ahead.tokens + Math.min(amount, enough) },
      now,
    ),
  );
}

/** Ends a call that was sent: its slot is free, and what it used counts in place of what was set aside for it. */
export function settle(
  state: LimitState,
  limits: ModelLimits,
  grant: Grant,
  { tokens, isAnswer }: { tokens: number; isAnswer: boolean },
  now: number,
): void {
  advance(state, limits, now);
  delete state.holders[grant.id];
  charge(state, limits, { requests: 0, tokens: tokens - grant.tokens }, grant, now);
  if (isAnswer && grant.round === state.rate.round) state.rate.refusals = 0;
}

/** Ends a call that was never sent: all is given back. */
export function giveBack(state: LimitState, limits: ModelLimits, grant: Grant, now: number): void {
  advance(state, limits, now);
  delete state.holders[grant.id];
  charge(state, limits, { requests: -1, tokens: -grant.tokens }, grant, now);
}

/**
 * Ends a call that the provider refused, since it gets too much of ours (429) or of everybody's (529). It took no
 * tokens; after a 429 the buckets are as empty as those of the provider.
 */
export function refuse(
  state: LimitState,
  limits: ModelLimits,
  grant: Grant,
  refusal: { isOurs: boolean; retryAfterMs: number | undefined },
  now: number,
): void {
  advance(state, limits, now);
  delete state.holders[grant.id];
  const { rate, requests, tokens } = state;
  charge(state, limits, { requests: 0, tokens: -grant.tokens }, grant, now);
  if (grant.round === rate.round) rate.accepted.requests -= 1;
  const { retryAfterMs, isOurs } = refusal;
  if (!isOurs) return pause(rate, retryAfterMs, grant.at >= rate.pausedUntil, now);
  cutRate(rate, limits, { round: grant.round, retryAfterMs }, now);
  requests.level = Math.min(requests.level, 0);
  tokens.level = Math.min(tokens.level, 0);
}

function charge(
  { requests, tokens, window, rate }: LimitState,
  { tokensPerMinute }: ModelLimits,
  amounts: Amounts,
  sent: { at: number; round: number },
  now: number,
): void {
  requests.level -= amounts.requests;
  // A minute's debt at most: what one call takes must not shut the others out for longer.
  tokens.level = Math.max(tokens.level - amounts.tokens, -tokensPerMinute);
  count(window, sent.at, amounts, now);
  if (sent.round !== rate.round) return;
  rate.accepted.requests += amounts.requests;
  rate.accepted.tokens += amounts.tokens;
}
