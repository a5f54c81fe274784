import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ModelStatuses } from '../../../../activities/models/ask/create-router.ts';
import { publishModelStates } from '../../../../activities/models/ask/publish-states.ts';
import { modelStatus } from '../../../support/model-status.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open() {
  let statuses = [modelStatus('a:one'), modelStatus('b:two')];
  const states = {
    publish: vi.fn(async () => {}),
    list: vi.fn(async () => []),
    drop: vi.fn(async () => {}),
    dropStale: vi.fn(async () => {}),
  };
  const onError = vi.fn();
  const router = { status: vi.fn<ModelStatuses['status']>(async () => statuses) };
  return {
    states,
    router,
    onError,
    become: (next: typeof statuses) => void (statuses = next),
    published: publishModelStates({ router, states, onError }),
    /** Models of each write, without those that write nothing. */
    written: () =>
      (states.publish.mock.calls as unknown as [string, { model: string }[]][])
        .map(([, all]) => all.map(({ model }) => model))
        .filter((models) => models.length > 0),
  };
}

describe('a worker', () => {
  test('writes how its models stand at once, then what changed, once a second at most', async () => {
    const { become, written } = open();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(written()).toEqual([['a:one', 'b:two']]);
    become([modelStatus('a:one'), modelStatus('b:two', { running: 1 })]);
    become([modelStatus('a:one'), modelStatus('b:two', { running: 2 })]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(written().slice(1)).toEqual([['b:two']]);
  });

  test('repeats its report regularly, so that it counts as alive', async () => {
    const { written, states } = open();
    await vi.advanceTimersByTimeAsync(61_000);
    const all = ['a:one', 'b:two'];
    expect(written()).toEqual([all, all, all, all]);
    expect(states.dropStale).toHaveBeenCalledTimes(2);
  });

  test('says so also after the clock was set back', async () => {
    const { written } = open();
    await vi.advanceTimersByTimeAsync(1_000);
    vi.setSystemTime(Date.now() - 3_600_000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(written()).toHaveLength(2);
  });

  test('continues when the database fails, and deletes its report when it stops', async () => {
    const { states, onError, published, written } = open();
    states.publish.mockRejectedValueOnce(new Error('gone'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onError).toHaveBeenCalledTimes(1);
    // Those that the database took are not written again.
    expect(written()).toEqual([['a:one', 'b:two'], ['a:one'], ['b:two']]);
    await published.stop();
    expect(states.drop).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(written()).toHaveLength(3);
  });

  test('writes the other models when one cannot say how it stands', async () => {
    const { onError, router } = open();
    await vi.advanceTimersByTimeAsync(0);
    expect(router.status).toHaveBeenCalledWith(onError);
  });
});
