import type { FastifyInstance } from 'fastify';
import { openRedis } from '../../bus/open-redis.ts';
import type { Services } from '../services.ts';
import { createAllRunsFeed } from './all-runs-feed.ts';
import type { Capacity } from './ring.ts';
import { ownRunFeeds } from './run-feed.ts';
import { createRunFeeds } from './run-feeds.ts';
import { sharedRunFeeds } from './shared-run-feeds.ts';

export type StreamSettings = {
  /** A Redis or Valkey of all processes that serve the same runs; left out, this one numbers events by itself. */
  redisUrl?: string;
  /** What each stream keeps for readers who are behind or come back. */
  capacity?: Capacity;
  /** How long a stream goes on without readers. */
  lingerMs?: number;
};

const answerMs = 2_000;

/** The streams of an app; they end with it. */
export function addStreams(
  app: FastifyInstance,
  services: Services,
  { redisUrl, capacity, lingerMs }: StreamSettings = {},
) {
  const onError = (error: unknown) => app.log.warn(error);
  const redis = redisUrl
    ? openRedis(redisUrl, onError, { commandTimeout: answerMs, enableOfflineQueue: true })
    : undefined;
  const settings = { onError, ...(capacity && { capacity }) };
  const runs = createRunFeeds(
    redis ? sharedRunFeeds(services, redis, settings) : ownRunFeeds(services, settings),
    { onError, ...(lingerMs !== undefined && { lingerMs }) },
  );
  const allRuns = createAllRunsFeed(services, onError);
  // Before the server waits for its connections to end.
  app.addHook('preClose', async () => {
    allRuns.close();
    await runs.close();
    redis?.disconnect();
  });
  return { runs, allRuns };
}

export type Streams = ReturnType<typeof addStreams>;
