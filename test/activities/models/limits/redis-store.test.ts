import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createModelLimiter } from '../../../../activities/models/limits/model-limiter.ts';
import type { LimitedCall } from '../../../../activities/models/limits/limiter.ts';
import { newLimitState } from '../../../../activities/models/limits/limit-state.ts';
import type { LimitState } from '../../../../activities/models/limits/limit-state.ts';
import { defaultLimits } from '../../../../activities/models/limits/model-limits.ts';
import { createRedisStore } from '../../../../activities/models/limits/redis-store.ts';
import { openRedis } from '../../../../bus/open-redis.ts';
import { ownRedis, redisMissing, startRedis } from '../../../support/redis.ts';
import type { TestRedis } from '../../../support/redis.ts';
import { never } from '../requests.ts';

const holder = fileURLToPath(new URL('./hold-a-slot.ts', import.meta.url));

describe('while Redis does not respond', () => {
  test('it is asked every five seconds, by one call, and again always once it answers', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const answer = vi.fn<() => Promise<unknown>>(() => Promise.reject(new Error('timed out')));
    const store = createRedisStore({ eval: answer } as unknown as Redis);
    const create = (now: number) => newLimitState(defaultLimits, now);
    const update = () => store.update('mock:a', create, (state) => state.requests.level);
    await update();
    await update();
    expect(answer).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5_000);
    await Promise.all([update(), update()]);
    expect(answer).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(5_000);
    answer.mockImplementation(async () => ['1', JSON.stringify(create(0)), 0]);
    await update();
    await update();
    expect(answer).toHaveBeenCalledTimes(4);
  });
});

describe.skipIf(redisMissing)(`limits over Redis ${redisMissing}`, () => {
  let server: TestRedis;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  async function connect(url = server.url): Promise<Redis> {
    const redis = openRedis(url, () => {});
    onTestFinished(() => redis.disconnect());
    await once(redis, 'ready');
    return redis;
  }

  /** The limiter of a process of its own. */
  async function limiter(options: {
    model: string;
    concurrency?: number;
    leaseMs?: number;
    redis?: Redis;
  }) {
    const { model, concurrency = 5, leaseMs = 15_000 } = options;
    const redis = options.redis ?? (await connect());
    return createModelLimiter({
      model,
      limits: { requestsPerMinute: 600, tokensPerMinute: 60_000, concurrency },
      store: createRedisStore(redis, { leaseMs }),
    });
  }

  const newModel = () => `mock:${randomUUID()}`;
  const call = (changes: Partial<LimitedCall> = {}): LimitedCall => ({
    tokens: 10,
    priority: 'normal',
    arrivedAt: Date.now(),
    maximumWaitMs: 15_000,
    ...never,
    ...changes,
  });

  async function stateOf(model: string): Promise<LimitState> {
    const redis = await connect();
    return JSON.parse((await redis.hget(`baton:limits:${model}`, 'state')) ?? '{}') as LimitState;
  }

  test('two processes share the slots', async () => {
    const model = newModel();
    const [one, other] = [
      await limiter({ model, concurrency: 2 }),
      await limiter({ model, concurrency: 2 }),
    ];
    const permits = [await one.acquire(call()), await other.acquire(call())];
    const went: string[] = [];
    const third = other.acquire(call()).then((permit) => {
      went.push('third');
      return permit;
    });
    await expect.poll(async () => Object.keys((await stateOf(model)).heads)).toHaveLength(1);
    went.push('first ends');
    await permits[0]!.settle({ tokens: 10, isAnswer: true });
    await third;
    expect(went).toEqual(['first ends', 'third']);
    expect(Object.keys((await stateOf(model)).holders)).toHaveLength(2);
  });

  test('two processes share the tokens, however many ask at once', async () => {
    const model = newModel();
    const limiters = [
      await limiter({ model, concurrency: 100 }),
      await limiter({ model, concurrency: 100 }),
    ];
    const begun = Date.now();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        limiters[index % 2]!.acquire(call({ tokens: 1_000, maximumWaitMs: 300 })),
      ),
    );
    const granted = outcomes.filter(({ status }) => status === 'fulfilled').length;
    const filledAgain = Math.ceil((Date.now() - begun) / 1_000);
    expect(granted).toBeGreaterThanOrEqual(10);
    expect(granted).toBeLessThanOrEqual(10 + filledAgain);
  });

  test('a 429 of one process slows the other down too', async () => {
    const model = newModel();
    const [one, other] = [await limiter({ model }), await limiter({ model })];
    const permit = await one.acquire(call());
    await permit.refuse({ isOurs: true, retryAfterMs: 60_000 });
    expect(await other.status()).toMatchObject({ rateFactor: 0.5 });
    await expect(other.acquire(call({ maximumWaitMs: 1_000 }))).rejects.toMatchObject({
      name: 'CallDelayed',
      retryAfterMs: expect.closeTo(60_000, -4),
    });
  });

  test('a call of high priority goes first, whichever process it is in', async () => {
    const model = newModel();
    const limiters = await Promise.all([1, 2, 3].map(() => limiter({ model, concurrency: 1 })));
    const first = await limiters[0]!.acquire(call());
    const went: string[] = [];
    const wait = async (index: number, name: string, changes: Partial<LimitedCall>) => {
      const permit = await limiters[index]!.acquire(call(changes));
      went.push(name);
      await permit.settle({ tokens: 10, isAnswer: true });
    };
    const normal = wait(1, 'normal', {});
    const low = wait(0, 'low', { priority: 'low' });
    const high = wait(2, 'high', { priority: 'high' });
    await expect.poll(async () => Object.keys((await stateOf(model)).heads)).toHaveLength(3);
    await first.settle({ tokens: 10, isAnswer: true });
    await Promise.all([normal, low, high]);
    expect(went).toEqual(['high', 'normal', 'low']);
  });

  test('what a process holds is kept as long as it lives', async () => {
    const model = newModel();
    const one = await limiter({ model, concurrency: 1, leaseMs: 300 });
    const permit = await one.acquire(call());
    const until = async () => Object.values((await stateOf(model)).holders)[0];
    const first = await until();
    await expect.poll(until).toBeGreaterThan(first! + 300);
    await permit.giveBack();
    expect(await until()).toBeUndefined();
  });

  test('the slot of a process that was killed is free when its lease has run out', async () => {
    const model = newModel();
    const killed = spawn(process.execPath, [holder, server.url, model, '1000'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void killed.kill('SIGKILL'));
    await once(killed.stdout, 'data');
    const other = await limiter({ model, concurrency: 1 });
    const waiting = other.acquire(call());
    expect(Object.keys((await stateOf(model)).holders)).toHaveLength(1);
    killed.kill('SIGKILL');
    await expect(waiting).resolves.toBeDefined();
  });

  test.skipIf(!ownRedis)('while Redis is unavailable each process counts for itself', async () => {
    const mortal = await startRedis();
    const redis = await connect(mortal.url);
    const one = await limiter({ model: newModel(), concurrency: 1, redis });
    const before = await one.acquire(call());
    await mortal.stop();
    await before.settle({ tokens: 10, isAnswer: true });
    const permit = await one.acquire(call());
    await expect(one.acquire(call({ maximumWaitMs: 50 }))).rejects.toThrow(
      'has reached its rate limit',
    );
    await permit.settle({ tokens: 10, isAnswer: true });
  });
});
