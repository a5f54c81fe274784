import { expect, onTestFinished, test, vi } from 'vitest';
import { modelRequestRepository } from '../../db/repositories/models/model-requests.ts';
import { openRequestRecords } from '../../workers/keep-requests.ts';
import { openTestDatabase } from '../support/databases.ts';
import { requestRow } from '../support/model-request.ts';

async function opened(limits: { days: number; megabytes: number }) {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  const requests = modelRequestRepository(db);
  const errors: unknown[] = [];
  const open = () =>
    openRequestRecords({ db, ...limits, onError: (error) => void errors.push(error), pauseMs: 20 });
  const ids = async () => (await requests.list({ limit: 50 })).map(({ id }) => id);
  return { requests, open, ids, errors };
}

test('Requests are written before the worker stops, and forgotten when they are too old', async () => {
  const { requests, open, ids, errors } = await opened({ days: 7, megabytes: 10 });
  const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60_000);
  await requests.put([
    requestRow({ id: 'old', at: days(8) }),
    requestRow({ id: 'young', at: days(6) }),
  ]);
  const records = open();
  records.keep?.(requestRow({ id: 'new' }));
  await vi.waitFor(async () => expect(await ids()).not.toContain('old'), { timeout: 20_000 });
  await records.stop();
  expect(await ids()).toEqual(['new', 'young']);
  expect(errors).toEqual([]);
});

test('With 0 days none are kept, and those from before are forgotten', async () => {
  const { requests, open, ids } = await opened({ days: 0, megabytes: 10 });
  await requests.put([requestRow({ id: 'before', at: new Date(Date.now() - 1_000) })]);
  const records = open();
  expect(records.keep).toBeUndefined();
  await vi.waitFor(async () => expect(await ids()).toEqual([]), { timeout: 20_000 });
  await records.stop();
});
