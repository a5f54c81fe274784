import { parentPort } from 'node:worker_threads';
import { BacktestProblem } from '../problem.ts';
import { runBacktest } from '../run-backtest.ts';
import { unpack } from './messages.ts';
import type { ThreadAnswer, ThreadRequest } from './messages.ts';

/** The main module of a thread: runs backtests one after the other. */
parentPort?.on('message', (request: ThreadRequest) => {
  // The rule is about browser windows, which have an origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(answer(request));
});

function answer(request: ThreadRequest): ThreadAnswer {
  try {
    return { status: 'done', report: runBacktest(unpack(request)) };
  } catch (error) {
    if (error instanceof BacktestProblem) {
      return { status: 'refused', reason: error.reason, field: error.field };
    }
    return { status: 'failed', error };
  }
}
