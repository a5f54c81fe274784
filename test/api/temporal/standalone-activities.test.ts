import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { standaloneActivities } from '../../../api/temporal/standalone-activities.ts';
import { TemporalUnavailable } from '../../../api/temporal/index.ts';
import type { TemporalClient } from '../../../api/temporal/index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const late = Object.assign(new Error('late'), { code: 4, details: 'late', metadata: {} });

/** Temporal, where each try at a start takes 5 s and then does as `answers` says, or is late. */
function slowTemporal(answers: ('taken' | 'late')[]) {
  const start = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    if (answers.shift() !== 'taken') throw late;
  });
  const activity = {
    start,
    withDeadline: (_deadline: number, call: () => Promise<unknown>) => call(),
  } as unknown as TemporalClient['activity'];
  return { start, activities: standaloneActivities({ activity }) };
}

const call = {
  activity: 'answerChat',
  callId: 'gw_1',
  priority: 'normal',
  user: 'ann',
  summary: 'chat',
} as const;

describe('an activity that Temporal does not take in time', () => {
  it('is started again under its id', async () => {
    const { start, activities } = slowTemporal(['late', 'taken']);
    const started = activities.start(call, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(11_000);
    await started;
    expect(start.mock.calls.map((given: unknown[]) => given[1])).toMatchObject([
      { id: 'gw_1', idConflictPolicy: 'USE_EXISTING' },
      { id: 'gw_1', idConflictPolicy: 'USE_EXISTING' },
    ]);
  });

  it('is given up after 15 s', async () => {
    const { start, activities } = slowTemporal([]);
    const started = activities.start(call, new AbortController().signal);
    const isRefused = expect(started).rejects.toThrow(TemporalUnavailable);
    await vi.advanceTimersByTimeAsync(20_000);
    await isRefused;
    expect(start).toHaveBeenCalledTimes(3);
  });

  it('is given up when nobody waits for it any more', async () => {
    const { start, activities } = slowTemporal([]);
    const controller = new AbortController();
    const isRefused = expect(activities.start(call, controller.signal)).rejects.toThrow('gone');
    controller.abort(new Error('gone'));
    await vi.advanceTimersByTimeAsync(20_000);
    await isRefused;
    expect(start).toHaveBeenCalledTimes(1);
  });
});
