import type { ApprovalDue, RunToolInput, RunToolResult } from '../../contracts/activities/index.ts';
import type { OutageTerms } from '../../contracts/runs/run-input.ts';
import { failure } from '../errors.ts';
import { attemptsOf, quickTools, tools } from '../proxies.ts';
import { createCallWait, waitedInVain } from './call-wait.ts';

/**
 * Runs a tool, and repeats the call under the same key while it waits for something outside, such as the next bar or
 * a server that is down. It waits on a timer, without a slot. A call that needs approval waits for the decision
 * first.
 */
export async function runToolUntilAnswered(
  input: RunToolInput,
  options: {
    summary: string;
    timeout?: number;
    maximumAttempts?: number;
    /** How long it waits for an outage to end; default: without limit. */
    outage?: OutageTerms | undefined;
    /** Called with the working time of each call. */
    onWorked?: (workedMs: number) => void;
    /** Asks a person, and gives the approval's id. */
    onApprovalDue?: (due: ApprovalDue) => Promise<string>;
    /** Whether it takes milliseconds and has no effect: it then runs where the workflow does. */
    isQuick?: boolean | undefined;
  },
): Promise<Extract<RunToolResult, { status: 'completed' }>> {
  const { summary, onWorked, onApprovalDue, isQuick, outage, ...limits } = options;
  const call = isQuick ? runQuick(limits) : runQueued(limits, summary);
  let deadline = Date.now() + (options.timeout ?? Infinity);
  const wait = createCallWait(summary, outage);
  let approvalId: string | undefined;
  try {
    for (;;) {
      const decided = approvalId === undefined ? input : { ...input, approvalId };
      const result = await call({
        ...decided,
        ...wait.told(),
        maximumAttempts: options.maximumAttempts ?? attemptsOf.tool,
      });
      wait.heard(result);
      onWorked?.(result.workedMs ?? 0);
      if (result.status === 'completed') return result;
      if (result.status === 'approval_due') {
        if (!onApprovalDue || approvalId !== undefined) throw unapproved(result);
        const askedAt = Date.now();
        approvalId = await onApprovalDue(result);
        // Waiting for a person is not working time.
        deadline += Date.now() - askedAt;
        continue;
      }
      const leftMs = deadline - Date.now();
      // An outage may end at any moment, so it is checked once more at the end.
      if (result.away === undefined ? result.retryAfterMs > leftMs : leftMs <= 0) {
        const message = `It did not finish within its time limit. ${result.reason}`;
        throw waitedInVain({ type: 'Timeout', message }, result.soFar);
      }
      await wait.pause(result, leftMs);
    }
  } finally {
    wait.end();
  }
}

type Limits = Parameters<typeof quickTools>[0];

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
