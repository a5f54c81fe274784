import type { Bus } from './bus.ts';
import type { RedisEnvironment } from './env.ts';
import { createMemoryBus } from './memory.ts';
import { createRedisBus } from './redis.ts';

/**
 * The bus of the processes that share `REDIS_URL`, or of this process alone where that is not set.
 * @param onError told of what goes wrong in the background.
 */
export function createBus(
  { REDIS_URL: url }: RedisEnvironment,
  onError: (error: unknown) => void,
): Bus {
  return url ? createRedisBus(url, onError) : createMemoryBus(onError);
}
