import { Redis } from 'ioredis';

/** A connection that fails at once while Redis is away, and comes back by itself. */
export function openRedis(url: string, onError: (error: unknown) => void): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false });
  return redis.on('error', onError);
}
