import { cutText } from '../../../contracts/base/text.ts';
import { bodyText } from '../../network/body-text.ts';
import type { Network } from '../../network/network.ts';
import { answeredStatus, SourceProblem, SourceBusy } from './source-problem.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** GDELT allows one request per 5 seconds by its own clock. */
const betweenRequestsMs = 5_500;
/** Longer waits for a turn are refused. */
const mostWaitMs = 12_000;

/** The limiter in Redis counts whole seconds. */
const shared = {
  points: 1,
  duration: Math.ceil(betweenRequestsMs / 1_000),
  keyPrefix: 'baton:gdelt',
};

type TurnOptions = {
  /** Processes that share a Redis take turns together. While it does not respond, each process limits itself. */
  redis?: Redis | undefined;
  now?: () => number;
  /** Waits; rejects when its signal is aborted. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

/**
 * Limits the rate of requests to GDELT.
 * @returns a function that waits for the next turn. It throws {@link SourceBusy} if that is too far away.
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

  /** Milliseconds until other processes leave a turn; 0 if this process has it. */
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
  new SourceBusy('it allows one request per 5 s and other requests are waiting; try again later');

const requestTimeoutMs = 10_000;

/** GDELT refuses shorter words. */
const shortestTerm = 4;
/** GDELT limits the length of a query. */
const mostTerms = 12;

/** A client of the GDELT DOC 2.0 API, which sends one request at a time. */
export type Gdelt = {
  /**
   * @param request.until ISO 8601 time at which the days end; default: now.
   * @param request.parameters of the API, besides query, format and time.
   * @returns the JSON answer.
   * @throws {SourceProblem} or a `NetworkError`.
   */
  ask(request: {
    terms: readonly string[];
    days: number;
    until?: string | undefined;
    parameters: Record<string, string>;
    signal: AbortSignal;
  }): Promise<unknown>;
};

/** First day that GDELT can search. */
export const gdeltBegins = '2017-01-01';

const dayMs = 86_400_000;

/** A time in GDELT's format: `20190131101500`. */
const timeText = (time: number) => new Date(time).toISOString().replace(/\D/g, '').slice(0, 14);

/** Parameters for the days up to a time, or up to now. */
function timeOf(days: number, until: string | undefined): Record<string, string> {
  if (until === undefined) return { timespan: `${days}d` };
  const end = Date.parse(until);
  return { startdatetime: timeText(end - days * dayMs), enddatetime: timeText(end) };
}

/** A query for English articles with any of the terms. */
function toQuery(terms: readonly string[]): string {
  const usable = terms.filter((term) => term.length >= shortestTerm).slice(0, mostTerms);
  if (usable.length === 0) {
    throw new SourceProblem(`it does not accept words with fewer than ${shortestTerm} letters`);
  }
  const quoted = usable.map((term) => {
    const plain = term.replace(/["()]/g, ' ').trim();
    return /^[\p{L}\p{N}]+$/u.test(plain) ? plain : `"${plain}"`;
  });
  const any = quoted.length > 1 ? `(${quoted.join(' OR ')})` : quoted[0];
  return `${any} sourcelang:english`;
}

/**
 * Creates a client of the GDELT DOC 2.0 API.
 * @param options.url default: that of the GDELT project.
 */
export function createGdelt(options: { network: Network; url?: string } & TurnOptions): Gdelt {
  const { network } = options;
  const { url = 'https://api.gdeltproject.org/api/v2/doc/doc' } = options;
  const turn = createTurns(options);

  return {
    async ask({ terms, days, until, parameters, signal }) {
      const address = new URL(url);
      const query = toQuery(terms);
      address.search = new URLSearchParams({
        query,
        ...parameters,
        format: 'json',
        ...timeOf(days, until),
      }).toString();
      await turn(signal);
      const answer = await network.send(address, { signal, timeoutMs: requestTimeoutMs });
      const text = bodyText(answer);
      if (answer.status !== 200) throw answeredStatus(answer.status);
      try {
        return JSON.parse(text) as unknown;
      } catch {
        // GDELT reports invalid requests as plain text with status 200.
        throw new SourceProblem(`it said "${cutText(text.replace(/\s+/g, ' ').trim(), 120)}"`);
      }
    },
  };
}
