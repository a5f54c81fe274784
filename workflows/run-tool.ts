import { sleep } from '@temporalio/workflow';
import type { RunToolInput, RunToolResult } from '../contracts/activities.ts';
import { tools } from './proxies.ts';

/**
 * Runs a tool, again and again under the same key while it waits for something outside, such as the
 * next bar: the waiting is a timer and holds no slot.
 */
export async function runToolUntilAnswered(
  input: RunToolInput,
  options: { summary: string; timeout?: number; maximumAttempts?: number },
): Promise<Extract<RunToolResult, { status: 'completed' }>> {
  const { summary, ...limits } = options;
  const { runTool } = tools(limits);
  for (;;) {
    const result = await runTool.executeWithOptions({ summary }, [input]);
    if (result.status === 'completed') return result;
    await sleep(result.retryAfterMs, { summary: `${summary} · ${result.reason}` });
  }
}
