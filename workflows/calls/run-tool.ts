import { sleep } from '@temporalio/workflow';
import type { ApprovalDue, RunToolInput, RunToolResult } from '../../contracts/activities/index.ts';
import { failure } from '../errors.ts';
import { quickTools, tools } from '../proxies.ts';

/**
 * Runs a tool, again and again under the same key while it waits for something outside, such as the
 * next bar: the waiting is a timer and holds no slot. What a person has to approve is asked for first, and then made
 * with what was decided.
 */
export async function runToolUntilAnswered(
  input: RunToolInput,
  options: {
    summary: string;
    timeout?: number;
    maximumAttempts?: number;
    /** Told how long each call has worked. */
    onWorked?: (workedMs: number) => void;
    /** Asks a person, and gives the approval's id. */
    onApprovalDue?: (due: ApprovalDue) => Promise<string>;
    /** Whether it takes milliseconds and has no effect: it then runs where the workflow does. */
    isQuick?: boolean | undefined;
  },
): Promise<Extract<RunToolResult, { status: 'completed' }>> {
  const { summary, onWorked, onApprovalDue, isQuick, ...limits } = options;
  const call = isQuick ? runQuick(limits) : runQueued(limits, summary);
  let deadline = Date.now() + (options.timeout ?? Infinity);
  let approvalId: string | undefined;
  for (;;) {
    const asked = approvalId === undefined ? input : { ...input, approvalId };
    const result = await call(asked);
    onWorked?.(result.workedMs ?? 0);
    if (result.status === 'completed') return result;
    if (result.status === 'approval_due') {
      if (!onApprovalDue || approvalId !== undefined) throw unapproved(result);
      const askedAt = Date.now();
      approvalId = await onApprovalDue(result);
      // The waiting for a person is no time that it works.
      deadline += Date.now() - askedAt;
      continue;
    }
    if (Date.now() + result.retryAfterMs > deadline) {
      throw failure({
        type: 'Timeout',
        message: `It did not finish within its time limit. ${result.reason}`,
      });
    }
    await sleep(result.retryAfterMs, { summary: `${summary} · ${result.reason}` });
  }
}

type Limits = Parameters<typeof tools>[0];

function runQueued(limits: Limits, summary: string) {
  const { runTool } = tools(limits);
  return (input: RunToolInput) => runTool.executeWithOptions({ summary }, [input]);
}

function runQuick(limits: Limits) {
  const { runTool } = quickTools(limits);
  return (input: RunToolInput) => runTool(input);
}

function unapproved({ label }: ApprovalDue): Error {
  return failure({ type: 'PERMISSION_DENIED', message: `Nobody approved this call: ${label}.` });
}
