import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTurns } from '../../../../activities/trading/news/gdelt-client.ts';
import { SourceBusy } from '../../../../activities/trading/news/source-problem.ts';
import { openRedis } from '../../../../bus/open-redis.ts';
import { redisMissing, startRedis } from '../../../support/redis.ts';
import type { TestRedis } from '../../../support/redis.ts';

const { signal } = new AbortController();

describe.skipIf(redisMissing)('workers that share a Redis', () => {
  let redis: TestRedis;
  let client: ReturnType<typeof openRedis>;
  beforeAll(async () => {
    redis = await startRedis();
    client = openRedis(redis.url, () => {});
    await new Promise((resolve) => client.once('ready', resolve));
  });
  afterAll(async () => {
    client.disconnect();
    await redis.stop();
  });

  it('take turns at GDELT together, and a turn that is too far away is not waited for', async () => {
    let time = 0;
    const waits: number[] = [];
    const one = createTurns({ redis: client, now: () => time });
    const other = createTurns({
      redis: client,
      now: () => time,
      async sleep(ms) {
        waits.push(ms);
        time += ms;
        // So long Redis keeps the turn that was given.
        if (waits.length === 1) await client.del('baton:gdelt:turn');
      },
    });
    await one(signal);
    await other(signal);
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThan(5_000);
    expect(waits[0]).toBeLessThanOrEqual(6_000);
    // It holds a turn itself now, and nobody ever gives the next one back.
    await expect(other(signal)).rejects.toBeInstanceOf(SourceBusy);
  });
});
