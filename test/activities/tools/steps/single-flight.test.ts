import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createSingleFlight } from '../../../../activities/tools/steps/cache.ts';
import { someExecutor, someRequest, someTool } from '../support/executor.ts';

const never = new AbortController().signal;

/** Work that ends when it is told to. */
function controlled() {
  const ends: PromiseWithResolvers<number>[] = [];
  const signals: AbortSignal[] = [];
  const work = vi.fn((signal: AbortSignal) => {
    const end = Promise.withResolvers<number>();
    ends.push(end);
    signals.push(signal);
    return end.promise;
  });
  return { work, ends, signals };
}

describe('equal work at the same time', () => {
  test('is done once, and its failure is that of all', async () => {
    const flights = createSingleFlight<number>();
    const { work, ends } = controlled();
    const both = [flights.join('k', never, work), flights.join('k', never, work)];
    ends[0]!.resolve(7);
    expect(await Promise.all(both)).toEqual([
      { answer: 7, isShared: false },
      { answer: 7, isShared: true },
    ]);
    const failing = [flights.join('k', never, work), flights.join('k', never, work)];
    ends[1]!.reject(new Error('down'));
    const results = await Promise.allSettled(failing);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('goes on for the others when one gives up, and is stopped when all have', async () => {
    const flights = createSingleFlight<number>();
    const { work, ends, signals } = controlled();
    const [one, other, third] = [
      new AbortController(),
      new AbortController(),
      new AbortController(),
    ];
    const first = flights.join('k', one.signal, work);
    const second = flights.join('k', other.signal, work);
    one.abort(new Error('over'));
    await expect(first).rejects.toThrow('over');
    expect(signals[0]!.aborted).toBe(false);
    ends[0]!.resolve(1);
    expect(await second).toEqual({ answer: 1, isShared: true });
    const alone = flights.join('k', third.signal, work);
    third.abort(new Error('late'));
    await expect(alone).rejects.toThrow('late');
    expect(signals[1]!.aborted).toBe(true);
    const anew = flights.join('k', never, work);
    ends[2]!.resolve(3);
    expect(await anew).toEqual({ answer: 3, isShared: false });
  });

  test('is done as often as there are keys, however many ask', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(4), { minLength: 1, maxLength: 30 }), async (keys) => {
        const flights = createSingleFlight<number>();
        const work = vi.fn(async () => 1);
        await Promise.all(keys.map((key) => flights.join(String(key), never, work)));
        expect(work).toHaveBeenCalledTimes(new Set(keys).size);
      }),
    );
  });
});

describe('equal calls of a tool at the same time', () => {
  test('ask its source once, and all are answered', async () => {
    const gate = Promise.withResolvers<void>();
    const handle = vi.fn(async () => {
      await gate.promise;
      return { price: 2 };
    });
    const executor = someExecutor([someTool({ handle })]);
    const calls = Array.from({ length: 20 }, () => executor.run(someRequest()));
    const other = executor.run(someRequest({ user: 'another' }));
    await vi.waitFor(() => expect(handle).toHaveBeenCalledTimes(2));
    gate.resolve();
    const answers = await Promise.all(calls);
    await other;
    expect(handle).toHaveBeenCalledTimes(2);
    expect(answers.filter((one) => one.status === 'completed' && one.metadata.cached)).toHaveLength(
      19,
    );
  });

  test('whose own time is over are refused alone', async () => {
    const gate = Promise.withResolvers<void>();
    const handle = vi.fn(async () => {
      await gate.promise;
      return { price: 2 };
    });
    const executor = someExecutor([someTool({ handle })]);
    const impatient = new AbortController();
    const first = executor.run(someRequest({ signal: impatient.signal }));
    const second = executor.run(someRequest());
    await vi.waitFor(() => expect(handle).toHaveBeenCalled());
    impatient.abort(new Error('time'));
    await expect(first).rejects.toMatchObject({ code: 'EXECUTION_ERROR', retryable: true });
    gate.resolve();
    await expect(second).resolves.toMatchObject({ output: { price: 2 } });
  });

  test('are not kept where a side effect has come between', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const handle = vi.fn(async () => {
      const turn = handle.mock.calls.length;
      await gates[turn - 1]?.promise;
      return { turn };
    });
    const executor = someExecutor([
      someTool({ name: 'get_portfolio', category: 'portfolio', handle }),
      someTool({ name: 'place_order', category: 'trading', sideEffect: true }),
    ]);
    const before = executor.run(someRequest({ tool: 'get_portfolio' }));
    await vi.waitFor(() => expect(handle).toHaveBeenCalledOnce());
    await executor.run(someRequest({ tool: 'place_order' }));
    const after = executor.run(someRequest({ tool: 'get_portfolio' }));
    gates[1]!.resolve();
    expect(await after).toMatchObject({ output: { turn: 2 }, metadata: { cached: false } });
    gates[0]!.resolve();
    expect(await before).toMatchObject({ output: { turn: 1 } });
    expect(await executor.run(someRequest({ tool: 'get_portfolio' }))).toMatchObject({
      output: { turn: 2 },
      metadata: { cached: true },
    });
  });
});
