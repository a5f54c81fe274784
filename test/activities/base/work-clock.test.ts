import { MockActivityEnvironment } from '@temporalio/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWorkClock } from '../../../activities/base/work-clock.ts';
import type { WorkClock } from '../../../activities/base/work-clock.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

async function clockAfter(workedMs: number | undefined, leftMs?: number): Promise<WorkClock> {
  const heartbeatDetails = workedMs === undefined ? undefined : { workedMs };
  const environment = new MockActivityEnvironment({ heartbeatDetails });
  const made = Promise.withResolvers<WorkClock>();
  await environment.run(async () => made.resolve(createWorkClock(leftMs)));
  return made.promise;
}

describe('the clock of an activity', () => {
  it('stands still until it is started, and when it is stopped', async () => {
    const clock = await clockAfter(undefined, 1_000);
    vi.advanceTimersByTime(5_000);
    expect(clock.worked()).toEqual({ workedMs: 0 });
    clock.start();
    vi.advanceTimersByTime(600);
    clock.start();
    clock.stop();
    vi.advanceTimersByTime(5_000);
    expect(clock.worked()).toEqual({ workedMs: 600 });
    expect(clock.signal.aborted).toBe(false);
  });

  it('continues from the work time of earlier attempts, and aborts when the time is used up', async () => {
    const clock = await clockAfter(700, 1_000);
    clock.start();
    vi.advanceTimersByTime(299);
    expect(clock.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(clock.signal.aborted).toBe(true);
    expect(clock.worked()).toEqual({ workedMs: 1_000 });
  });

  it.each([undefined, 90 * 86_400_000])(
    'has time without a limit, or with one of %s ms',
    async (leftMs) => {
      const clock = await clockAfter(undefined, leftMs);
      clock.start();
      vi.advanceTimersByTime(86_400_000);
      expect(clock.signal.aborted).toBe(false);
    },
  );
});
