import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { BacktestReport } from '../../../../contracts/trading/backtest.ts';
import { BacktestProblem } from '../problem.ts';
import type { BacktestRequest } from '../request.ts';
import { pack } from './messages.ts';
import type { ThreadAnswer } from './messages.ts';

/** Runs backtests on threads, so that the caller's thread stays free. */
export type Backtests = {
  /**
   * Waits for a free thread and runs a backtest on it.
   * @throws {BacktestProblem} if the request is invalid.
   * @throws the reason of the signal if it is aborted: a waiting request leaves the queue, and a running one ends its
   * thread.
   * @throws {Error} if the pool is closed before it is done, or its thread crashes.
   */
  run(request: BacktestRequest, signal?: AbortSignal): Promise<BacktestReport>;
  /** Ends the threads. Waiting and running backtests fail. */
  close(): Promise<void>;
};

type Job = {
  request: BacktestRequest;
  signal: AbortSignal | undefined;
  resolve(report: BacktestReport): void;
  reject(error: unknown): void;
};

const startThread = () => new Worker(new URL('./thread.ts', import.meta.url));

/**
 * @param options.threads backtests that run at the same time; default: the number of cores. Threads start when needed.
 * @param options.start starts a thread.
 */
export function createBacktests({
  threads = availableParallelism(),
  start = startThread,
} = {}): Backtests {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: Job[] = [];
  const closed = new AbortController();

  function add(): Worker {
    const worker = start();
    all.add(worker);
    // An idle thread that crashes does no harm, but without a listener its error would end the process.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
      next();
    });
    return worker;
  }

  /** Gives the oldest waiting job to a thread, if one is free or can start. */
  function next(): void {
    if (closed.signal.aborted || waiting.length === 0) return;
    const worker = idle.pop() ?? (all.size < threads ? add() : undefined);
    if (worker) void work(worker, waiting.shift()!);
  }

  /** Marks a thread as idle. An idle thread does not keep the process alive. */
  function rest(worker: Worker): void {
    worker.unref();
    idle.push(worker);
  }

  async function work(worker: Worker, { request, signal, resolve, reject }: Job): Promise<void> {
    worker.ref();
    try {
      const given = AbortSignal.any(signal ? [signal, closed.signal] : [closed.signal]);
      const answer = await ask(worker, request, given);
      if (answer.status === 'done') resolve(answer.report);
      else if (answer.status === 'failed') reject(answer.error);
      else reject(new BacktestProblem(answer.reason, answer.field));
      if (all.has(worker)) rest(worker);
      next();
    } catch (error) {
      reject(error);
      // Its exit starts the next job on a new thread.
      await worker.terminate();
    }
  }

  return {
    async run(request, signal) {
      signal?.throwIfAborted();
      closed.signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<BacktestReport>();
      const job: Job = { request, signal, resolve, reject };
      const leave = () => {
        const at = waiting.indexOf(job);
        if (at < 0) return;
        waiting.splice(at, 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(job);
      next();
      return promise.finally(() => signal?.removeEventListener('abort', leave));
    },
    async close() {
      const reason = new Error('The backtest pool is closed.');
      closed.abort(reason);
      for (const job of waiting.splice(0)) job.reject(reason);
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** Sends a request to a thread. @throws if the thread crashes or the signal is aborted. */
function ask(worker: Worker, request: BacktestRequest, signal: AbortSignal): Promise<ThreadAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
  const onAbort = () => reject(signal.reason);
  const onExit = (code: number) => reject(new Error(`A backtest thread exited with code ${code}.`));
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', onExit);
  signal.addEventListener('abort', onAbort, { once: true });
  const packed = pack(request);
  worker.postMessage(packed, [packed.packed.values.buffer]);
  return promise.finally(() => {
    worker.off('message', resolve);
    worker.off('error', reject);
    worker.off('exit', onExit);
    signal.removeEventListener('abort', onAbort);
  });
}
