import { z } from 'zod';

/** What several processes share besides the database. */
export const redisEnvironment = z.object({
  /** Redis or Valkey, for limits and streams that processes share; left out, each process has its own. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
});
export type RedisEnvironment = z.output<typeof redisEnvironment>;
