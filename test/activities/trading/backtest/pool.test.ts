import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BacktestProblem } from '../../../../activities/trading/backtest/problem.ts';
import { runBacktest } from '../../../../activities/trading/backtest/run-backtest.ts';
import type { BacktestRequest } from '../../../../activities/trading/backtest/request.ts';
import { createBacktests } from '../../../../activities/trading/backtest/threads/pool.ts';
import { request } from './support.ts';

const backtests = createBacktests({ threads: 2 });
afterAll(() => backtests.close());

let requests: BacktestRequest[];
beforeAll(async () => {
  requests = await Promise.all(
    [5, 10, 15, 20, 25, 30].map((fast) =>
      request({ strategy: { entry: `sma${fast} > sma60`, exit: `sma${fast} < sma60` } }),
    ),
  );
});

test('threads give what the engine gives, each to who asked', async () => {
  const reports = await Promise.all(requests.map((asked) => backtests.run(asked)));
  expect(reports).toEqual(requests.map(runBacktest));
});

test('a problem comes back as one, and the thread goes on', async () => {
  const wrong = { ...requests[0]!, strategy: { ...requests[0]!.strategy, entry: 'nothing > 1' } };
  const answers = await Promise.allSettled([
    backtests.run(wrong),
    backtests.run(wrong),
    backtests.run(requests[1]!),
  ]);
  expect(answers).toMatchObject([
    { reason: expect.any(BacktestProblem) },
    { reason: expect.any(BacktestProblem) },
    { status: 'fulfilled' },
  ]);
});

test('one that is given up ends its thread, and others have another', async () => {
  const stop = new AbortController();
  const long = { ...requests[0]!, bootstrapRuns: 1_000_000 };
  const running = backtests.run(long, stop.signal);
  const waiting = backtests.run(requests[1]!);
  const third = backtests.run(requests[2]!);
  await waiting;
  stop.abort(new Error('given up'));
  await expect(running).rejects.toThrow('given up');
  await expect(third).resolves.toMatchObject({ symbol: 'SPX' });
  await expect(backtests.run(requests[3]!)).resolves.toMatchObject({ symbol: 'SPX' });
});

describe('a pool', () => {
  /** Its threads, as they were started. */
  function counted({ threads = 1, code }: { threads?: number; code?: string } = {}) {
    const started: Worker[] = [];
    const start = () => {
      const worker = code
        ? new Worker(code, { eval: true })
        : new Worker(
            new URL('../../../../activities/trading/backtest/threads/thread.ts', import.meta.url),
          );
      started.push(worker);
      return worker;
    };
    return { pool: createBacktests({ threads, start }), started };
  }
  const isDone = expect.objectContaining({ symbol: 'SPX' });

  test('starts no thread that nothing waits for', async () => {
    const { pool, started } = counted({ threads: 3 });
    await pool.run(requests[0]!);
    await pool.run(requests[1]!);
    expect(started).toHaveLength(1);
    await pool.close();
    await expect(pool.run(requests[0]!)).rejects.toThrow('pool is closed');
    expect(started).toHaveLength(1);
  });

  test('ends with what waits and what runs given up, and nothing started again', async () => {
    const { pool, started } = counted();
    const long = { ...requests[0]!, bootstrapRuns: 1_000_000 };
    const jobs = [pool.run(long), pool.run(requests[1]!)];
    const answers = Promise.allSettled(jobs);
    await pool.close();
    const given = {
      status: 'rejected',
      reason: expect.objectContaining({ message: 'The backtest pool is closed.' }),
    };
    expect(await answers).toEqual([given, given]);
    expect(started).toHaveLength(1);
  });

  test('lets one that waits leave the queue, and keeps its threads', async () => {
    const { pool, started } = counted();
    const stop = new AbortController();
    const running = pool.run(requests[0]!);
    const waiting = pool.run(requests[1]!, stop.signal);
    const behind = pool.run(requests[2]!);
    stop.abort(new Error('given up'));
    await expect(waiting).rejects.toThrow('given up');
    await expect(pool.run(requests[3]!, stop.signal)).rejects.toThrow('given up');
    expect(await Promise.all([running, behind])).toEqual([isDone, isDone]);
    expect(started).toHaveLength(1);
    await pool.close();
  });

  test('starts another thread after one that has ended with nothing to do', async () => {
    const { pool, started } = counted();
    await pool.run(requests[0]!);
    await started[0]!.terminate();
    expect(await pool.run(requests[1]!)).toEqual(isDone);
    expect(started).toHaveLength(2);
    await pool.close();
  });

  test('bears a thread that breaks off with nothing to do, or at work', async () => {
    const code = `
      const { parentPort } = require('node:worker_threads');
      parentPort.on('message', ({ seed }) => {
        if (seed === 'break') throw new Error('broken off');
        parentPort.postMessage({ status: 'done', report: { symbol: 'SPX' } });
      });`;
    const { pool, started } = counted({ code });
    expect(await pool.run(requests[0]!)).toEqual(isDone);
    const [idle] = started;
    const ended = new Promise((resolve) => idle!.once('exit', resolve));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, not a window
    idle!.postMessage({ seed: 'break' });
    await ended;
    await expect(pool.run({ ...requests[0]!, seed: 'break' })).rejects.toThrow('broken off');
    expect(await pool.run(requests[0]!)).toEqual(isDone);
    expect(started).toHaveLength(3);
    await pool.close();
  });
});
