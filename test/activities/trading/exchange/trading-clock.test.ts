import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTradingClock } from '../../../../activities/trading/exchange/trading-clock.ts';
import { ToolError } from '../../../../activities/tool-kit/tool.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('each task is done again and again, never twice at a time, and does not wait for another', async () => {
  let open = () => {};
  const slow = vi.fn(() => new Promise<void>((resolve) => (open = resolve)));
  const quick = vi.fn(async () => undefined);
  const stop = startTradingClock({ tasks: [slow, quick], onError: vi.fn() });
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
  });
  const stop = startTradingClock({ tasks: [task], onError });
  await vi.advanceTimersByTimeAsync(5_000);
  await stop();
  expect(task).toHaveBeenCalledTimes(6);
  expect(onError.mock.calls.map(([error]) => (error as Error).message)).toEqual([
    'broken',
    'broken',
  ]);
});
