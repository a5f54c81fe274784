import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRunFeeds } from '../../../api/streams/add-streams.ts';
import type { OpenFeed } from '../../../api/streams/run-feed.ts';

const lingerMs = 30_000;
const close = vi.fn(async () => {});
const leaveFeed = vi.fn();
const open = vi.fn(async () => ({ feed: { join: () => leaveFeed, close() {} }, close }) as never);
let feeds: ReturnType<typeof createRunFeeds>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  feeds = createRunFeeds(open as (runId: string) => Promise<OpenFeed>, {
    onError: (error) => {
      throw error;
    },
    lingerMs,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets a reader in; gives what ends it. */
async function join(): Promise<() => void> {
  let leave = (): void => {};
  const outlet = {
    hasRoom: () => true,
    send() {},
    onRoom() {},
    onEnd: (hear: () => void) => (leave = hear),
    end() {},
  };
  feeds.join('run', outlet as never, undefined);
  await vi.advanceTimersByTimeAsync(0);
  return leave;
}

test('a stream is closed a while after its last reader, and opened again for the next', async () => {
  const [one, other] = [await join(), await join()];
  one();
  await vi.advanceTimersByTimeAsync(lingerMs);
  expect(close).not.toHaveBeenCalled();
  other();
  await vi.advanceTimersByTimeAsync(lingerMs - 1);
  expect(close).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(close).toHaveBeenCalledOnce();
  await join();
  expect(open).toHaveBeenCalledTimes(2);
});

test('who leaves is out of the stream at once', async () => {
  const leave = await join();
  expect(leaveFeed).not.toHaveBeenCalled();
  leave();
  expect(leaveFeed).toHaveBeenCalledOnce();
});

test('who comes back in time keeps the stream open', async () => {
  (await join())();
  await vi.advanceTimersByTimeAsync(lingerMs - 1);
  await join();
  await vi.advanceTimersByTimeAsync(2 * lingerMs);
  expect(close).not.toHaveBeenCalled();
  expect(open).toHaveBeenCalledOnce();
});
