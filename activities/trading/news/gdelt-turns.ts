import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { SourceBusy } from './source-problem.ts';

/** GDELT allows one request in five seconds, by its own clock. */
const betweenRequestsMs = 5_500;
/** A turn that is further away is not waited for. */
const mostWaitMs = 12_000;

/** In whole seconds, as Redis counts them. */
const shared = {
  points: 1,
  duration: Math.ceil(betweenRequestsMs / 1_000),
  keyPrefix: 'baton:gdelt',
};

export type TurnOptions = {
  /** Where processes share one, they take turns together; while it does not respond, each by itself. */
  redis?: Redis | undefined;
  now?: () => number;
  /** Waits; it ends early with an error when its signal does. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

/**
 * Turns at GDELT.
 * @returns what waits for the next one; it throws a {@link SourceBusy} where that is too far away.
 */
export function createTurns(options: TurnOptions): (signal: AbortSignal) => Promise<void> {
  const { redis, now = Date.now } = options;
  const { sleep = (ms, signal) => delay(ms, undefined, { signal }) } = options;
  const limiter =
    redis &&
    new RateLimiterRedis({
      ...shared,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(shared),
    });
  let nextTurn = Number.NEGATIVE_INFINITY;

  /** How long the turn of another process still takes, in milliseconds; 0 where this one was given. */
  async function untilShared(): Promise<number> {
    try {
      await limiter?.consume('turn');
      return 0;
    } catch (reason) {
      if (reason instanceof RateLimiterRes) return Math.max(1, reason.msBeforeNext);
      throw reason;
    }
  }

  return async (signal) => {
    const latest = now() + mostWaitMs;
    const wait = Math.max(0, nextTurn - now());
    if (now() + wait > latest) throw busy();
    nextTurn = now() + wait + betweenRequestsMs;
    if (wait > 0) await sleep(wait, signal);
    for (let ms = await untilShared(); ms > 0; ms = await untilShared()) {
      if (now() + ms > latest) throw busy();
      await sleep(ms, signal);
    }
  };
}

const busy = () =>
  new SourceBusy('it allows one request per 5 s and others are waiting; try again later');
