import { createModelLimiter } from '../../../../activities/models/limits/model-limiter.ts';
import { createRedisStore } from '../../../../activities/models/limits/redis-store.ts';
import { openRedis } from '../../../../bus/open-redis.ts';

// A process that takes the only slot of a model and keeps it until it is killed.
const [url = '', model = '', leaseMs = ''] = process.argv.slice(2);
const redis = openRedis(url, console.error);
redis.once('ready', async () => {
  const limiter = createModelLimiter({
    model,
    limits: { requestsPerMinute: 600, tokensPerMinute: 60_000, concurrency: 1 },
    store: createRedisStore(redis, { leaseMs: Number(leaseMs) }),
  });
  const { signal } = new AbortController();
  const call = { tokens: 1, priority: 'normal', arrivedAt: Date.now(), signal } as const;
  await limiter.acquire({ ...call, maximumWaitMs: 10_000 });
  console.log('held');
});
