import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { statusOf } from '../../../../activities/models/ask/model-status.ts';
import { modelStatus } from '../../../support/model-status.ts';
import { guarded } from './guarded.ts';
import { never, request } from '../requests.ts';
import { answers, fails, scripted } from './scripted-provider.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') }));
afterEach(() => vi.useRealTimers());

const providers = (...steps: Parameters<typeof scripted>[1][]) => ({
  mock: scripted('mock', ...steps),
  other: scripted('other', answers()),
});

async function statusAfter(step: Parameters<typeof scripted>[1], calls = 1) {
  const { chat, guards } = guarded(providers(step));
  for (let count = 0; count < calls; count += 1) {
    const answer = chat(['mock:a', 'other:b'], request(), { ...never, runId: 'run_1' });
    await vi.advanceTimersByTimeAsync(1_000);
    await answer;
  }
  return statusOf(guards.of('mock:a'), { isConfigured: true });
}

describe('how a model stands', () => {
  test('can be reported for a time that no date can hold', async () => {
    const { guards } = guarded(providers(answers()));
    const guard = guards.of('mock:a');
    const status = await guard.limiter.status();
    const limiter = { ...guard.limiter, status: async () => ({ ...status, pausedUntil: 1e23 }) };
    expect(await statusOf({ ...guard, limiter }, { isConfigured: true })).toMatchObject({
      pausedUntil: '+275760-09-13T00:00:00.000Z',
    });
  });

  test('is ready when nothing is wrong', async () => {
    expect(await statusAfter(answers())).toEqual(modelStatus('mock:a', { requestsLeft: 116 }));
  });

  test('after a 429: the rate, the pause, and the model that was asked instead', async () => {
    expect(await statusAfter(fails('rate_limited', '429', 30_000))).toMatchObject({
      rateFactor: 0.5,
      pausedUntil: '2026-01-01T00:00:30.000Z',
      lastError: { code: '429', message: 'it said 429' },
      lastRateLimit: { at: '2026-01-01T00:00:00.000Z', retryAfterMs: 30_000 },
      failovers: [{ at: '2026-01-01T00:00:00.000Z', to: 'other:b', code: '429', runId: 'run_1' }],
    });
  });

  test('an overload of the provider pauses without slowing the model down', async () => {
    expect(await statusAfter(fails('rate_limited', '529', 30_000))).toMatchObject({
      rateFactor: 1,
      pausedUntil: '2026-01-01T00:00:30.000Z',
    });
  });

  test('after a key was refused: until when it is left out', async () => {
    expect(await statusAfter(fails('unauthorized', '401'))).toMatchObject({
      down: { until: '2026-01-01T00:01:00.000Z', code: '401', message: 'it said 401' },
    });
  });

  test('after failures in a row: until when it is not asked', async () => {
    const { breaker } = await statusAfter(fails('transient', 'ECONNREFUSED'), 3);
    expect(breaker).toEqual({ state: 'open', until: expect.stringMatching(/^2026-01-01T00:00:/) });
  });
});
