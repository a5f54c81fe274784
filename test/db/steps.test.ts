import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../db/open.ts';
import { stepRepository } from '../../db/repositories/runs/steps.ts';
import { storedRun } from '../activities/support/activities.ts';
import { everyDatabase } from '../support/databases.ts';

describe.each(everyDatabase)('the record of a step, on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await open();
    await storedRun(database.db);
  });
  afterEach(() => database.close());

  it('is not written over by an attempt that is over', async () => {
    const steps = stepRepository(database.db);
    const key = { runId: 'run_1', nodePath: 'look', step: 'turn-1' };
    const begin = { kind: 'model' as const, name: 'm', label: 'call' };
    const error = { type: 'Cancelled', message: 'The call was cancelled.' };
    await steps.start(key, { ...begin, attempt: 1 });
    await steps.start(key, { ...begin, attempt: 2 });
    await steps.finish(key, { status: 'failed', attempt: 1, error });
    expect(await steps.get(key)).toMatchObject({ status: 'running', error: null });
    await steps.finish(key, { status: 'failed', attempt: 2, error });
    await steps.finish(key, { status: 'completed', attempt: 2 });
    expect(await steps.get(key)).toMatchObject({ status: 'completed', error: null });
  });

  it('is left to a later attempt than the latest that a beginning one knows of', async () => {
    const steps = stepRepository(database.db);
    const key = { runId: 'run_1', nodePath: 'look', step: 'tool' };
    const begin = { kind: 'tool' as const, name: 'send', label: 'send' };
    expect(await steps.start(key, { ...begin, attempt: 1, latest: 1 })).toHaveLength(1);
    expect(await steps.start(key, { ...begin, attempt: 2, latest: 0 })).toEqual([]);
    expect(await steps.start(key, { ...begin, attempt: 3, latest: 1 })).toHaveLength(1);
    expect(await steps.start(key, { ...begin, attempt: 1, latest: 1 })).toEqual([]);
    expect(await steps.get(key)).toMatchObject({ attempt: 3 });
  });
});
