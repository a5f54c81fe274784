import { sleep } from '@temporalio/workflow';
import type { RunToolInput, RunToolResult } from '../contracts/activities.ts';
import { failure } from './errors.ts';
import { tools } from './proxies.ts';

/**
 * Runs a tool, again and again under the same key while it waits for something outside, such as the
 * next bar: the waiting is a timer and holds no slot.
 */
export async function runToolUntilAnswered(
  input: RunToolInput,
  options: {
    summary: string;
    timeout?: number;
    maximumAttempts?: number;
    /** Told how long each call has worked. */
    onWorked?: (workedMs: number) => void;
  },
): Promise<Extract<RunToolResult, { status: 'completed' }>> {
  const { summary, onWorked, ...limits } = options;
  const { runTool } = tools(limits);
  const deadline = Date.now() + (options.timeout ?? Infinity);
  for (;;) {
    const result = await runTool.executeWithOptions({ summary }, [input]);
    onWorked?.(result.workedMs ?? 0);
    if (result.status === 'completed') return result;
    if (Date.now() + result.retryAfterMs > deadline) {
      throw failure({
        type: 'Timeout',
        message: `It did not finish within its time limit. ${result.reason}`,
      });
    }
    await sleep(result.retryAfterMs, { summary: `${summary} · ${result.reason}` });
  }
}
