import { ApplicationFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { withHeartbeat } from '../../../activities/base/heartbeat.ts';
import { diedAtWork, diedInQueue, withCountedTries } from '../../../activities/base/tries.ts';
import { createWorkClock } from '../../../activities/base/work-clock.ts';
import type { CallSoFar } from '../../../contracts/activities/index.ts';

const key = { runId: 'run_1', nodePath: 'look', step: 'tool' };

/** One try of a call that may fail three times, after what its heartbeats told before. */
async function tryOnce(
  work: () => Promise<unknown>,
  {
    heartbeatDetails,
    attempt = 2,
    soFar,
  }: {
    heartbeatDetails?: object;
    attempt?: number;
    soFar?: CallSoFar;
  } = {},
) {
  const told: unknown[] = [];
  const quarantined: unknown[] = [];
  const info = { attempt, heartbeatDetails, startToCloseTimeoutMs: 60_000 };
  const environment = new MockActivityEnvironment(info);
  environment.on('heartbeat', (details: unknown) => told.push(details));
  const call = withCountedTries(
    () => withHeartbeat(work),
    async (...record) => quarantined.push(record),
  );
  const input = { ...key, maximumAttempts: 3, ...(soFar && { soFar }) };
  const outcome = await environment.run(call, input).then(
    (result: unknown) => ({ result }),
    (failure: unknown) => ({ failure: failure as ApplicationFailure }),
  );
  return { ...outcome, told, quarantined } as {
    result?: unknown;
    failure?: ApplicationFailure;
    told: unknown[];
    quarantined: unknown[];
  };
}

const open = (attempt: number, ms = 1_000) => ({ open: { attempt, ms } });
const done = async () => 'done';
const broken = async () => {
  throw ApplicationFailure.create({ type: 'EXECUTION_ERROR', message: 'broken', details: [1] });
};

describe('a try of a call', () => {
  it('that fails is counted, and the last of them is final', async () => {
    const second = await tryOnce(broken, { heartbeatDetails: { failures: 1 } });
    expect(second.failure).toMatchObject({ type: 'EXECUTION_ERROR', nonRetryable: false });
    expect(second.told.at(-1)).toEqual({ deaths: 0, failures: 2 });
    const third = await tryOnce(broken, { heartbeatDetails: { failures: 2 }, attempt: 3 });
    expect(third.failure).toMatchObject({
      type: 'EXECUTION_ERROR',
      message: 'broken',
      nonRetryable: true,
      details: [1, { isUsedUp: true }],
    });
  });

  it('that met an unavailable database is not counted', async () => {
    const away = ApplicationFailure.retryable('', 'RecordsUnavailable', null, { away: 'it' });
    const last = { heartbeatDetails: { failures: 2 }, attempt: 9 };
    const { failure, told } = await tryOnce(() => Promise.reject(away), last);
    expect(failure).toBe(away);
    expect(told.at(-1)).toMatchObject({ failures: 2 });
  });

  it('whose worker died is no failure', async () => {
    const { failure, told } = await tryOnce(broken, { heartbeatDetails: open(1) });
    expect(failure?.nonRetryable).toBe(false);
    expect(told).toMatchObject([{ open: { attempt: 2 } }, { deaths: 1, failures: 1 }]);
  });

  it('that was stopped at its time limit is one', async () => {
    const late = { heartbeatDetails: { failures: 2, ...open(3, 59_000) }, attempt: 4 };
    const { failure, told } = await tryOnce(done, late);
    expect(failure).toMatchObject({ type: 'Timeout', nonRetryable: true });
    expect(told).toEqual([]);
  });

  it('is the fourth of a call that ended three workers: it is quarantined, and not made', async () => {
    const third = { heartbeatDetails: { deaths: 2, ...open(3) }, attempt: 4 };
    const { failure, quarantined, told } = await tryOnce(done, third);
    expect(failure).toMatchObject({ type: 'Quarantined', nonRetryable: true });
    expect(quarantined).toMatchObject([[key, 4, { type: 'Quarantined' }]]);
    expect(told).not.toContainEqual(expect.objectContaining({ open: expect.anything() }));
  });

  it('whose worker died while it waited for its turn does not count towards quarantine', async () => {
    const inQueue = { open: { attempt: 3, ms: 30_000, workedMs: 0 } };
    const heartbeatDetails = { deaths: 2, workedMs: 700, ...inQueue };
    const { result, told } = await tryOnce(done, { heartbeatDetails, attempt: 4 });
    expect(result).toBe('done');
    expect(told[0]).toMatchObject({ deaths: 2 });
  });

  it('whose worker lives did not end it, however long Temporal was silent', async () => {
    const { told } = await tryOnce(done, { attempt: 1 });
    const [first] = told as { open: object }[];
    const again = await tryOnce(done, { heartbeatDetails: { ...first, deaths: 2 }, attempt: 2 });
    expect(again.result).toBe('done');
    expect(again.told.at(-1)).toMatchObject({ deaths: 2 });
  });

  it('is made again if other calls ran beside it when its worker died', async () => {
    const beside = { open: { attempt: 3, ms: 1_000, isBeside: true } };
    const { result, told } = await tryOnce(done, {
      heartbeatDetails: { deaths: 2, ...beside },
      attempt: 4,
    });
    expect(result).toBe('done');
    expect(told.at(-1)).toMatchObject({ deaths: 3, open: { attempt: 4 } });
    const alone = { heartbeatDetails: { deaths: 3, ...open(4) }, attempt: 5 };
    expect((await tryOnce(done, alone)).failure).toMatchObject({ type: 'Quarantined' });
  });

  it('says whether other calls run beside it', async () => {
    const other = Promise.withResolvers<void>();
    const before = tryOnce(() => other.promise, { attempt: 1 });
    const beside = await tryOnce(done, { attempt: 1 });
    expect(beside.told).toMatchObject([{ open: { isBeside: true } }]);
    other.resolve();
    expect((await before).told[0]).not.toMatchObject({ open: { isBeside: true } });
  });

  it('of a call that died twice has others beside it, but none that died twice', async () => {
    const twice = { heartbeatDetails: { deaths: 1, ...open(2) }, attempt: 3 };
    const events: string[] = [];
    const held = Promise.withResolvers<void>();
    const one = tryOnce(async () => {
      events.push('one begins');
      await held.promise;
      return events.push('one ends');
    }, twice);
    const other = tryOnce(async () => events.push('the other'), twice);
    const { told } = await tryOnce(async () => events.push('a third'), { attempt: 1 });
    expect(told).toMatchObject([{ open: { isBeside: true } }]);
    expect(events).toEqual(['one begins', 'a third']);
    held.resolve();
    const toldOfOther = (await other).told;
    expect(toldOfOther[0]).toMatchObject({ deaths: 2, open: { workedMs: 0, isBeside: true } });
    expect(toldOfOther.at(-1)).not.toMatchObject({ open: { isBeside: true } });
    expect((await one).told).toMatchObject([{ open: { attempt: 3 } }]);
    expect(events).toEqual(['one begins', 'a third', 'one ends', 'the other']);
  });

  it('reports its own work time, and that of all attempts', async () => {
    const told: unknown[] = [];
    const info = { attempt: 2, heartbeatDetails: { workedMs: 700 }, startToCloseTimeoutMs: 60_000 };
    const environment = new MockActivityEnvironment(info);
    environment.on('heartbeat', (details: unknown) => told.push(details));
    await environment.run(async () => withHeartbeat(done, createWorkClock()));
    expect(told).toMatchObject([{ workedMs: 700, open: { attempt: 2, workedMs: 0 } }]);
  });

  it('reports the current time of its clock, whichever of two heartbeats reports it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const told: unknown[] = [];
    const info = { attempt: 1, heartbeatDetails: undefined, startToCloseTimeoutMs: 60_000 };
    const environment = new MockActivityEnvironment(info);
    environment.on('heartbeat', (details: unknown) => told.push(details));
    await environment.run(async () => {
      const clock = createWorkClock();
      return withHeartbeat(() =>
        withHeartbeat(async () => {
          clock.start();
          told.length = 0;
          vi.advanceTimersByTime(1_000);
        }, clock),
      );
    });
    const atWork = { workedMs: 1_000, open: { attempt: 1, ms: 1_000, workedMs: 1_000 } };
    expect(told).toMatchObject([atWork]);
  });

  it('reports every second that it is at work, and once where several heartbeats report it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const told: { open: { ms: number } }[] = [];
    const environment = new MockActivityEnvironment({ attempt: 1, heartbeatDetails: undefined });
    environment.on('heartbeat', (details: { open: { ms: number } }) => told.push(details));
    await environment.run(async () =>
      withHeartbeat(async () => {
        vi.advanceTimersByTime(10);
        await withHeartbeat(async () => void vi.advanceTimersByTime(3_000));
      }),
    );
    expect(told.map(({ open: { ms } }) => ms)).toEqual([0, 1_000, 2_000, 3_000]);
  });

  it('continues to count after an outage interrupted the call', async () => {
    const waiting = { status: 'waiting', retryAfterMs: 0, reason: 'away', away: 'it' };
    const soFar = { failures: 1, deaths: 1 };
    const handedBack = await tryOnce(async () => waiting, { heartbeatDetails: open(1), soFar });
    expect(handedBack.result).toEqual({ ...waiting, soFar: { failures: 1, deaths: 2 } });
    const again = await tryOnce(broken, { attempt: 1, soFar: { failures: 2 } });
    expect(again.failure).toMatchObject({ nonRetryable: true });
  });

  it('continues to count deaths after the call waited for its turn', async () => {
    const waiting = { status: 'waiting', retryAfterMs: 0, reason: 'the next bar' };
    const soFar = { failures: 1, deaths: 1 };
    const handedBack = await tryOnce(async () => waiting, { heartbeatDetails: open(1), soFar });
    expect(handedBack.result).toEqual({ ...waiting, soFar: { deaths: 2 } });
    const third = { attempt: 2, heartbeatDetails: open(1), soFar: { deaths: 2 } };
    expect((await tryOnce(done, third)).failure).toMatchObject({ type: 'Quarantined' });
  });
});

const worked = (ms: number, workedMs: number) => ({ open: { attempt: 1, ms, workedMs } });

it.each([
  { told: worked(2_000, 0), inQueue: true, atWork: false },
  { told: { ...worked(2_000, 0), workedMs: 900 }, inQueue: true, atWork: false },
  { told: { ...open(1, 2_000), workedMs: 0 }, inQueue: true, atWork: false },
  { told: worked(2_000, 900), inQueue: false, atWork: true },
  { told: worked(0, 0), inQueue: false, atWork: true },
  { told: open(1, 2_000), inQueue: false, atWork: true },
  { told: { failures: 1, workedMs: 900 }, inQueue: false, atWork: false },
  { told: undefined, inQueue: false, atWork: false },
])('an attempt died in a queue ($inQueue) or at work ($atWork) by $told', ({ told, ...died }) => {
  const info = { heartbeatDetails: told };
  expect({ inQueue: diedInQueue(info), atWork: diedAtWork(info) }).toEqual(died);
});
