import { Redis } from 'ioredis';
import type { RedisOptions } from 'ioredis';

/** A connection that fails at once while Redis is away, and comes back by itself. */
export function openRedis(
  url: string,
  onError: (error: unknown) => void,
  options: RedisOptions = {},
): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, ...options });
  return redis.on('error', onError);
}
