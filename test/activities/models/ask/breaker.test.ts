import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AllModelsFailed } from '../../../../activities/models/router.ts';
import { guarded } from './guarded.ts';
import { never, request } from '../requests.ts';
import { answers, fails, hangs, scripted } from './scripted-provider.ts';
import type { Step } from './scripted-provider.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function call(chat: ReturnType<typeof guarded>['chat'], chain = ['mock:a']) {
  const settled = Promise.allSettled([chat(chain, request(), never)]);
  await vi.advanceTimersByTimeAsync(2_000);
  return (await settled)[0];
}

/** A provider that is dead until told otherwise. */
function mortal() {
  let step: Step = fails('transient', 'ECONNREFUSED');
  const mock = scripted('mock', (...parameters) => step(...parameters));
  return { mock, becomes: (next: Step) => void (step = next) };
}

/** Five failures in a row: two calls that are tried twice, and one that is tried once. */
async function openBreaker(chat: ReturnType<typeof guarded>['chat']) {
  for (let count = 0; count < 3; count += 1) await call(chat);
}

describe('the breaker of a model', () => {
  test('opens after five failures in a row, and spares a dead provider and the caller the request', async () => {
    const { mock } = mortal();
    const { chat, guards } = guarded({ mock });
    await openBreaker(chat);
    expect(mock.asked).toHaveLength(5);
    const outcome = await call(chat);
    expect(mock.asked).toHaveLength(5);
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(AllModelsFailed) });
    const { attempts, retryable, retryAfterMs } = (outcome as PromiseRejectedResult)
      .reason as AllModelsFailed;
    expect(attempts).toMatchObject([{ status: 'skipped', error: { code: 'CIRCUIT_OPEN' } }]);
    expect(attempts[0]!.error!.message).toMatch(/next test call is at \d{4}-\d\d-\d\dT/);
    expect(retryable).toBe(true);
    expect(retryAfterMs).toBeGreaterThan(0);
    expect(guards.of('mock:a').breaker.state().state).toBe('open');
  });

  test('lets the next model of the chain answer at once', async () => {
    const { mock } = mortal();
    const { chat } = guarded({ mock, other: scripted('other', answers()) });
    await openBreaker(chat);
    expect(await call(chat, ['mock:a', 'other:b'])).toMatchObject({
      value: { attempts: [{ error: { code: 'CIRCUIT_OPEN' } }, { durationMs: 0 }] },
    });
  });

  test('is one for each model', async () => {
    const { mock } = mortal();
    const { chat } = guarded({ mock });
    await openBreaker(chat);
    await call(chat, ['mock:b']);
    expect(mock.asked).toHaveLength(7);
  });

  test('lets one test call through after a while, waits twice as long after each failure, and closes', async () => {
    const { mock, becomes } = mortal();
    const { chat, guards } = guarded({ mock });
    const { breaker } = guards.of('mock:a');
    await openBreaker(chat);
    const waits: number[] = [];
    for (let probe = 0; probe < 3; probe += 1) {
      const { until } = breaker.state();
      await vi.advanceTimersByTimeAsync(until! - Date.now());
      const asked = mock.asked.length;
      await Promise.all([call(chat), call(chat)]);
      expect(mock.asked).toHaveLength(asked + 1);
      waits.push(breaker.state().until! - mock.asked.at(-1)!);
    }
    expect(waits).toEqual([10_000, 20_000, 40_000]);
    becomes(answers());
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await call(chat)).toMatchObject({ status: 'fulfilled' });
    expect(breaker.state()).toEqual({ state: 'closed', until: null });
  });

  test('waits for five minutes at most', async () => {
    const { mock } = mortal();
    const { chat, guards } = guarded({ mock });
    const { breaker } = guards.of('mock:a');
    await openBreaker(chat);
    for (let probe = 0; probe < 8; probe += 1) {
      await vi.advanceTimersByTimeAsync(breaker.state().until! - Date.now());
      await call(chat);
    }
    expect(breaker.state().until! - mock.asked.at(-1)!).toBe(5 * 60_000);
  });

  test('turns a call away that waited for a slot while it opened, and its slot is free', async () => {
    const mock = scripted('mock', answers());
    const { chat, guards } = guarded({ mock }, { limits: { concurrency: 1 } });
    const { breaker, limiter } = guards.of('mock:a');
    const now = { tokens: 1, priority: 'normal', arrivedAt: Date.now(), ...never } as const;
    const permit = await limiter.acquire({ ...now, maximumWaitMs: 1_000 });
    const waiting = Promise.allSettled([chat(['mock:a'], request(), never)]);
    await vi.advanceTimersByTimeAsync(0);
    expect((await limiter.status()).queue.normal).toBe(1);
    const fail = () => fails('transient', '503')(request(), never);
    for (let count = 0; count < 5; count += 1) await breaker.run(fail).catch(() => {});
    await permit.giveBack();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await waiting).toMatchObject([
      { reason: { attempts: [{ status: 'skipped', error: { code: 'CIRCUIT_OPEN' } }] } },
    ]);
    expect(mock.asked).toHaveLength(0);
    expect((await limiter.status()).running).toBe(0);
  });

  test('keeps other calls away during a test call', async () => {
    const { mock, becomes } = mortal();
    const { chat, guards } = guarded({ mock });
    await openBreaker(chat);
    await vi.advanceTimersByTimeAsync(5_000);
    becomes(hangs());
    void call(chat).catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    expect(guards.of('mock:a').breaker.state().state).toBe('half-open');
    expect(await call(chat)).toMatchObject({
      reason: { attempts: [{ error: { code: 'CIRCUIT_OPEN' } }] },
    });
    expect(mock.asked).toHaveLength(6);
  });

  test('learns nothing from a test call that was cancelled: the next call is the test', async () => {
    const { mock, becomes } = mortal();
    const { chat, guards } = guarded({ mock });
    const { breaker } = guards.of('mock:a');
    await openBreaker(chat);
    await vi.advanceTimersByTimeAsync(5_000);
    becomes(hangs());
    const controller = new AbortController();
    const probe = Promise.allSettled([chat(['mock:a'], request(), { signal: controller.signal })]);
    await vi.advanceTimersByTimeAsync(0);
    controller.abort(new Error('cancelled'));
    await probe;
    expect(breaker.state().state).toBe('open');
    becomes(fails('transient', 'ECONNREFUSED'));
    await call(chat);
    expect(mock.asked).toHaveLength(7);
    expect(breaker.state().state).toBe('open');
    await call(chat);
    expect(mock.asked).toHaveLength(7);
  });

  test.each([
    ['a request that is refused', fails('invalid_request', '400')],
    ['a key that is refused', fails('unauthorized', '401')],
    ['a 429', fails('rate_limited', '429', 1)],
  ])('does not count %s', async (_, step) => {
    const mock = scripted('mock', step);
    const { chat, guards } = guarded({ mock });
    for (let count = 0; count < 10; count += 1) {
      await call(chat);
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(guards.of('mock:a').breaker.state().state).toBe('closed');
  });

  test('does not count callers that go away', async () => {
    const mock = scripted('mock', hangs());
    const { chat, guards } = guarded({ mock });
    for (let count = 0; count < 10; count += 1) {
      const controller = new AbortController();
      const cancelled = Promise.allSettled([
        chat(['mock:a'], request(), { signal: controller.signal }),
      ]);
      await vi.advanceTimersByTimeAsync(10);
      controller.abort(new Error('cancelled'));
      expect(await cancelled).toMatchObject([{ reason: { message: 'cancelled' } }]);
    }
    expect(guards.of('mock:a').breaker.state().state).toBe('closed');
  });
});
