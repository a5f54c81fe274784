import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryStore } from '../../../../activities/models/limits/memory-store.ts';
import { createModelLimiter } from '../../../../activities/models/limits/model-limiter.ts';
import type {
  LimitedCall,
  ModelLimiter,
  Permit,
} from '../../../../activities/models/limits/limiter.ts';
import { CallDelayed } from '../../../../activities/models/router.ts';
import { guarded } from '../ask/guarded.ts';
import { never, request } from '../requests.ts';
import { answers, scripted } from '../ask/scripted-provider.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const limits = { requestsPerMinute: 600, tokensPerMinute: 60_000, concurrency: 5 };

function limiter(changes: Partial<typeof limits> = {}, store = createMemoryStore()) {
  return createModelLimiter({ model: 'mock:a', limits: { ...limits, ...changes }, store });
}

function call(changes: Partial<LimitedCall> = {}): LimitedCall {
  return {
    tokens: 100,
    priority: 'normal',
    arrivedAt: Date.now(),
    maximumWaitMs: 60_000,
    ...never,
    ...changes,
  };
}

/** Calls that take a second each; gives their names in the order in which they went. */
function startCalls(
  model: ModelLimiter,
  names: string[],
  { went = [], ...changes }: Partial<LimitedCall> & { went?: string[] } = {},
): string[] {
  const start = async (name: string) => {
    const permit = await model.acquire(call(changes));
    went.push(name);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await permit.settle({ tokens: 100, isAnswer: true });
  };
  for (const name of names) void start(name);
  return went;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `call ${index}`);

describe('the queue of a model', () => {
  test('a call of high priority overtakes 100 that wait', async () => {
    const model = limiter({
      concurrency: 25,
      requestsPerMinute: 60_000,
      tokensPerMinute: 6_000_000,
    });
    const went = startCalls(model, numbered(125));
    await vi.advanceTimersByTimeAsync(500);
    expect((await model.status()).queue.normal).toBe(100);
    startCalls(model, ['high'], { went, priority: 'high' });
    await vi.advanceTimersByTimeAsync(510);
    expect(went.slice(0, 26)).toEqual([...numbered(25), 'high']);
  });

  test('it overtakes those too that wait for tokens while slots are free', async () => {
    const model = limiter({ tokensPerMinute: 600 });
    const went = startCalls(model, numbered(20));
    await vi.advanceTimersByTimeAsync(500);
    expect(went).toEqual(['call 0']);
    startCalls(model, ['high'], { went, priority: 'high' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(went.slice(0, 2)).toEqual(['call 0', 'high']);
  });

  test('first come, first served within a priority, and low goes last', async () => {
    const model = limiter({ concurrency: 1 });
    const went = startCalls(model, ['first', 'second']);
    startCalls(model, ['low'], { went, priority: 'low' });
    startCalls(model, ['third'], { went });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(went).toEqual(['first', 'second', 'third', 'low']);
  });

  test('users take turns: many calls of one do not hold up a few of another', async () => {
    const model = limiter({ concurrency: 1 });
    const went = startCalls(model, ['a1', 'a2', 'a3'], { user: 'a' });
    startCalls(model, ['b1', 'b2'], { went, user: 'b' });
    await vi.advanceTimersByTimeAsync(8_000);
    expect(went).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  test('a user who comes later starts in the current round, without the missed ones', async () => {
    const model = limiter({ concurrency: 1 });
    const went = startCalls(model, ['a1', 'a2', 'a3', 'a4'], { user: 'a' });
    await vi.advanceTimersByTimeAsync(1_500);
    startCalls(model, ['b1', 'b2'], { went, user: 'b' });
    await vi.advanceTimersByTimeAsync(8_000);
    expect(went).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
  });

  test('has room for a user whose calls do not fill it', async () => {
    const model = limiter({ concurrency: 2 });
    const tries = numbered(10).map(() => model.acquire(call({ user: 'a' })));
    await vi.advanceTimersByTimeAsync(0);
    const delayed = model.acquire(call({ user: 'a' })).catch((error: unknown) => error);
    const other = model.acquire(call({ user: 'b' }));
    await vi.advanceTimersByTimeAsync(0);
    expect(await delayed).toBeInstanceOf(CallDelayed);
    const permits = await Promise.all(tries.slice(0, 2));
    await permits[0]!.settle({ tokens: 100, isAnswer: true });
    await expect(other).resolves.toBeDefined();
  });

  test('no more calls run than there are slots', async () => {
    const model = limiter();
    startCalls(model, numbered(25));
    await vi.advanceTimersByTimeAsync(500);
    for (let second = 0; second < 4; second += 1) {
      const { running, queue } = await model.status();
      expect({ running, queued: queue.normal }).toEqual({
        running: 5,
        queued: 20 - 5 * second,
      });
      await vi.advanceTimersByTimeAsync(1_000);
    }
  });

  test('two models never hold each other up', async () => {
    const store = createMemoryStore();
    const full = createModelLimiter({ model: 'mock:full', limits, store });
    startCalls(full, numbered(25));
    await vi.advanceTimersByTimeAsync(100);
    const free = createModelLimiter({ model: 'mock:free', limits, store });
    const before = Date.now();
    await free.acquire(call());
    expect(Date.now()).toBe(before);
  });

  test('a caller that disconnects leaves the queue, and its slot goes to the next', async () => {
    const model = limiter({ concurrency: 1 });
    const permit = await model.acquire(call());
    const controller = new AbortController();
    const gone = model.acquire(call({ signal: controller.signal }));
    const next = model.acquire(call());
    controller.abort(new Error('cancelled'));
    await expect(gone).rejects.toThrow('cancelled');
    await permit.settle({ tokens: 100, isAnswer: true });
    await expect(next).resolves.toBeDefined();
  });

  test('a permit that is ended twice counts once', async () => {
    const model = limiter();
    const permit: Permit = await model.acquire(call());
    await permit.giveBack();
    const before = await model.status();
    await permit.settle({ tokens: 9_000, isAnswer: true });
    expect(await model.status()).toEqual(before);
  });
});

describe('a wait that is too long', () => {
  test('is not begun where four calls wait for each slot, but by a call that comes before them', async () => {
    const model = limiter({ concurrency: 2 });
    startCalls(model, numbered(10));
    await vi.advanceTimersByTimeAsync(0);
    const late = model.acquire(call()).catch((error: unknown) => error);
    const went = startCalls(model, ['high'], { priority: 'high' });
    await vi.advanceTimersByTimeAsync(0);
    expect(await late).toBeInstanceOf(CallDelayed);
    expect((await model.status()).queue).toEqual({ high: 1, normal: 8, low: 0 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(went).toEqual(['high']);
  });

  test('is refused at once, with the time after which there is room', async () => {
    const model = limiter({ tokensPerMinute: 6_000 });
    const permit = await model.acquire(call({ tokens: 2_000 }));
    await permit.settle({ tokens: 2_000, isAnswer: true });
    const delayed = await model.acquire(call({ maximumWaitMs: 5_000 })).catch((error) => error);
    expect(delayed).toBeInstanceOf(CallDelayed);
    const { retryAfterMs } = delayed as CallDelayed;
    // 1 000 tokens too many were used, at 100 a second, and 100 are needed.
    expect(retryAfterMs).toBeCloseTo(11_000, -2);
    await vi.advanceTimersByTimeAsync(retryAfterMs);
    const before = Date.now();
    await model.acquire(call());
    expect(Date.now() - before).toBeLessThanOrEqual(1);
  });

  test('spreads retries over time', async () => {
    const model = limiter({ tokensPerMinute: 6_000 });
    await model
      .acquire(call({ tokens: 1_000 }))
      .then((permit) => permit.settle({ tokens: 1_500, isAnswer: true }));
    const delays = await Promise.all(
      numbered(5).map(() =>
        model.acquire(call({ tokens: 300, maximumWaitMs: 1_000 })).catch((error) => error),
      ),
    );
    const waits = delays.map(({ retryAfterMs }: CallDelayed) => Math.round(retryAfterMs / 1_000));
    expect(waits).toEqual([8, 11, 14, 17, 20]);
    // Those that were sent away before come again first.
    expect(delays.map(({ limit }: CallDelayed) => limit?.ahead)).toEqual([0, 1, 2, 3, 4]);
  });

  test('counts those before it in the queue, by how long calls take', async () => {
    const model = limiter({ concurrency: 1 });
    startCalls(model, numbered(5));
    await vi.advanceTimersByTimeAsync(1_500);
    const late = model.acquire(call({ maximumWaitMs: 3_000 })).catch((error) => error);
    await vi.advanceTimersByTimeAsync(0);
    expect(await late).toMatchObject({
      name: 'CallDelayed',
      retryAfterMs: 4_000,
      limit: { ahead: 3 },
    });
  });

  test('ends it in the queue when those with a higher priority kept it there', async () => {
    const model = limiter({ concurrency: 1 });
    startCalls(model, numbered(2));
    await vi.advanceTimersByTimeAsync(1_500);
    const late = model.acquire(call({ maximumWaitMs: 4_000 })).catch((error) => error);
    startCalls(model, numbered(4), { priority: 'high' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await late).toMatchObject({ name: 'CallDelayed' });
    expect((await model.status()).queue.normal).toBe(0);
  });
});

describe('a chain of models that are busy', () => {
  const busy = { requestsPerMinute: 2, concurrency: 1 };

  test('goes on to the next that is free, and says so', async () => {
    const providers = { mock: scripted('mock', answers()), other: scripted('other', answers()) };
    const { chat } = guarded(providers, { limits: busy });
    await chat(['mock:a'], request(), never);
    const onFailover = vi.fn();
    const answer = await chat(['mock:a', 'other:b'], request(), { ...never, onFailover });
    expect(answer).toMatchObject({
      model: 'other:b',
      attempts: [
        { model: 'mock:a', status: 'skipped', error: { code: 'BUSY' } },
        { model: 'other:b', status: 'answered' },
      ],
    });
    expect(onFailover).toHaveBeenCalledWith(
      expect.objectContaining({ from: 'mock:a', to: 'other:b' }),
    );
  });

  test.each([{ chain: ['mock:a', 'other:b'] }, { chain: ['other:b', 'mock:a'] }])(
    'hands the call back when all are busy, with the soonest time, and holds no slot: $chain',
    async ({ chain }) => {
      const providers = { mock: scripted('mock', answers()), other: scripted('other', answers()) };
      const { chat, guards } = guarded(providers, { limits: busy });
      await chat(['mock:a'], request(), never);
      await vi.advanceTimersByTimeAsync(10_000);
      await chat(['other:b'], request(), never);
      const delayed = chat(chain, request(), never);
      await expect(delayed).rejects.toMatchObject({ name: 'CallDelayed', retryAfterMs: 20_000 });
      for (const guard of guards.all()) {
        const { running, queue } = await guard.limiter.status();
        expect({ running, ...queue }).toEqual({ running: 0, high: 0, normal: 0, low: 0 });
      }
    },
  );
});
