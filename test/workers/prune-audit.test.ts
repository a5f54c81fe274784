import { expect, onTestFinished, test } from 'vitest';
import { toolCallRepository } from '../../db/repositories/catalog/tool-calls.ts';
import { pruneAudit } from '../../workers/prune-audit.ts';
import { openTestDatabase } from '../support/databases.ts';
import { someToolCall } from '../support/tool-call.ts';

const daysAgo = (days: number) =>
  someToolCall(`${days} days ago`, { at: new Date(Date.now() - days * 24 * 60 * 60_000) });

test('attempts at tool calls are kept for as many days as are set, and no longer', async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const calls = toolCallRepository(database.db);
  await calls.put([daysAgo(0), daysAgo(29), daysAgo(31), daysAgo(400)]);
  const pruning = pruneAudit({
    db: database.db,
    days: 30,
    onError: (error) => {
      throw error;
    },
  });
  const kept = async () => (await calls.list({ limit: 10 })).map(({ id }) => id);
  await expect.poll(kept).toEqual(['0 days ago', '29 days ago']);
  await pruning.stop();
});
