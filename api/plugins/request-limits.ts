import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { openRedis } from '../../bus/open-redis.ts';
import { credentialOf } from '../access/principal.ts';
import { Problem } from '../base/problem.ts';

/** What a credential, which is a key or a session, may do. */
export type RequestLimits = {
  requestsPerMinute: number;
  megabytesPerMinute: number;
  /** Event streams and WebSockets that are open at a time, in each process. */
  openStreams: number;
};

const seconds = 60;
const streamRetryMs = 5_000;

/**
 * Refuses what a credential sends beyond its limits with 429 and `Retry-After`. Public routes, such as `/health`, have none.
 * @param options.redisUrl counts for all processes together; while Redis does not respond, each counts for itself.
 */
export function addRequestLimits(
  app: FastifyInstance,
  options: { limits: RequestLimits; redisUrl?: string | undefined },
): void {
  const { limits, redisUrl } = options;
  const redis =
    redisUrl === undefined ? undefined : openRedis(redisUrl, (error) => app.log.warn(error));
  const open = new Map<string, number>();

  function limiter(name: string, points: number): RateLimiterAbstract {
    const memory = { points, duration: seconds, keyPrefix: `baton:api:${name}` };
    const insuranceLimiter = new RateLimiterMemory(memory);
    if (!redis) return insuranceLimiter;
    const shared = { storeClient: redis, rejectIfRedisNotReady: true, insuranceLimiter };
    return new RateLimiterRedis({ ...memory, ...shared });
  }

  const requests = limiter('requests', limits.requestsPerMinute);
  const kilobytes = limiter('kilobytes', limits.megabytesPerMinute * 1024);

  function countStream(request: FastifyRequest, reply: FastifyReply, credential: string): void {
    const before = open.get(credential) ?? 0;
    if (before >= limits.openStreams) {
      const allowed = `${limits.openStreams} event streams and WebSockets at a time`;
      throw tooMany(allowed, 'Close one of them first.', streamRetryMs);
    }
    open.set(credential, before + 1);
    (request.ws ? request.raw.socket : reply.raw).once('close', () => {
      const left = (open.get(credential) ?? 1) - 1;
      if (left > 0) open.set(credential, left);
      else open.delete(credential);
    });
  }

  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.public) return;
    const credential = credentialOf(request);
    await consume(requests, {
      credential,
      points: 1,
      allowed: `${limits.requestsPerMinute} requests`,
    });
    const allowed = `${limits.megabytesPerMinute} MB`;
    await consume(kilobytes, { credential, points: kilobytesOf(request), allowed });
    if (isStream(request)) countStream(request, reply, credential);
  });
  app.addHook('onClose', async () => redis?.disconnect());
}

async function consume(
  limiter: RateLimiterAbstract,
  { credential, points, allowed }: { credential: string; points: number; allowed: string },
): Promise<void> {
  try {
    if (points > 0) await limiter.consume(credential, points);
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    throw tooMany(`${allowed} a minute`, 'Send the request again later.', reason.msBeforeNext);
  }
}

export function tooMany(allowed: string, fix: string, retryAfterMs: number): Problem {
  const detail = `A key or session can have at most ${allowed}. ${fix}`;
  return new Problem('too-many-requests', detail, undefined, { retryAfterMs });
}

/** A body that does not say its length counts as the longest that the route takes. */
function kilobytesOf({ headers, routeOptions }: FastifyRequest): number {
  const unsaid = headers['transfer-encoding'] === undefined ? 0 : routeOptions.bodyLimit;
  return Math.ceil(Number(headers['content-length'] ?? unsaid) / 1024);
}

function isStream({ ws, method, headers: { accept = '' } }: FastifyRequest): boolean {
  return ws || (method === 'GET' && accept.includes('text/event-stream'));
}
