import { ActivityCancellationDetails } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { untilStored } from '../../../activities/base/until-stored.ts';

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const away = () => new DrizzleQueryError('insert', [], refused());

/** Stores in an activity, in a database that fails so often. */
async function storing(times: number, { error = away(), limitMs = 60_000 } = {}) {
  let calls = 0;
  const environment = new MockActivityEnvironment({ startToCloseTimeoutMs: limitMs });
  const outcome = environment.run(() =>
    untilStored(async () => {
      calls += 1;
      if (calls <= times) throw error;
      return 'stored';
    }),
  );
  return { outcome: await outcome.catch((thrown: unknown) => thrown), calls: () => calls };
}

describe('a result that has arrived', () => {
  it('is stored once the database is back', async () => {
    const { outcome, calls } = await storing(3);
    expect(outcome).toBe('stored');
    expect(calls()).toBe(4);
  });

  it('is given up when the time of the activity is over', async () => {
    const error = away();
    const { outcome, calls } = await storing(Infinity, { error, limitMs: 500 });
    expect(outcome).toBe(error);
    expect(calls()).toBeGreaterThan(1);
  });

  it.each([
    { details: { notFound: true }, stored: true },
    { details: { cancelRequested: true }, stored: false },
  ])('of an attempt that ends with $details is stored later: $stored', async (one) => {
    const environment = new MockActivityEnvironment({ startToCloseTimeoutMs: 60_000 });
    let calls = 0;
    const outcome = environment.run(() =>
      untilStored(async () => {
        calls += 1;
        if (calls === 1)
          environment.cancel('NOT_FOUND', new ActivityCancellationDetails(one.details));
        if (calls <= 3) throw away();
        return 'stored';
      }),
    );
    expect(await outcome.catch(() => undefined)).toBe(one.stored ? 'stored' : undefined);
  });

  it('is not stored again where the database refuses it', async () => {
    const error = new DrizzleQueryError('insert', [], new Error('value too long'));
    const { outcome, calls } = await storing(1, { error });
    expect(outcome).toBe(error);
    expect(calls()).toBe(1);
  });

  it('is also stored outside of an activity', async () => {
    let calls = 0;
    const store = async () => {
      calls += 1;
      if (calls === 1) throw away();
      return 'stored';
    };
    expect(await untilStored(store)).toBe('stored');
  });
});
