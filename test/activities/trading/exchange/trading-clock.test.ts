import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTradingClock } from '../../../../activities/trading/exchange/trading-clock.ts';
import { ToolError } from '../../../../activities/tool-kit/tool.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { openInMemory } from '../../../support/databases.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openInMemory();
});
afterAll(() => database.close());

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Tasks that no change gives something to do. */
function start(
  tasks: readonly (() => Promise<boolean>)[],
  onError: (error: unknown) => void = vi.fn(),
) {
  const { db } = database;
  return startTradingClock({ db, tasks: tasks.map((work) => ({ tables: [], work })), onError });
}

test('each task with something to do is done again and again, never twice at a time, and does not wait for another', async () => {
  let open = () => {};
  const slow = vi.fn(() => new Promise<boolean>((resolve) => (open = () => resolve(true))));
  const quick = vi.fn(async () => true);
  const stop = start([slow, quick]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([slow.mock.calls.length, quick.mock.calls.length]).toEqual([1, 4]);
  open();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(slow).toHaveBeenCalledTimes(2);
  open();
  await stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(slow).toHaveBeenCalledTimes(2);
});

test('what goes wrong is told once and tried again; a silent market is not worth telling', async () => {
  const onError = vi.fn();
  const errors = [
    new ToolError('silent', { retryable: true }),
    new Error('broken'),
    new Error('broken'),
    undefined,
    new Error('broken'),
  ];
  const task = vi.fn(async () => {
    const error = errors.shift();
    if (error) throw error;
    return true;
  });
  const stop = start([task], onError);
  await vi.advanceTimersByTimeAsync(5_000);
  await stop();
  expect(task).toHaveBeenCalledTimes(6);
  expect(onError.mock.calls.map(([error]) => (error as Error).message)).toEqual([
    'broken',
    'broken',
  ]);
});

test('a task with nothing to do rests for a minute', async () => {
  const task = vi.fn(async () => false);
  const stop = start([task]);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(task).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(task).toHaveBeenCalledTimes(2);
  await stop();
});
