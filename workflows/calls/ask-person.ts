import { CancellationScope, condition, isCancellation, workflowInfo } from '@temporalio/workflow';
import type { RequestApprovalInput } from '../../contracts/activities/index.ts';
import type { Approvals } from './approvals.ts';
import type { ApprovalDecision } from '../messages.ts';
import { records } from '../proxies.ts';

export type Question = Omit<RequestApprovalInput, 'workflowId' | 'expiresAt'> & {
  timeoutMs: number;
};

/**
 * Puts a question on record and waits for its decision, which holds no slot. Whoever asks closes the approval;
 * it is withdrawn when the waiting is cancelled.
 * @returns undefined when nobody decided in time.
 */
export async function askPerson(
  { timeoutMs, ...question }: Question,
  approvals: Approvals,
): Promise<ApprovalDecision | undefined> {
  const { approvalId, runId, title, approvers } = question;
  const { hash, digest } = await records.requestApproval.executeWithOptions(
    { summary: `${title} · ask ${approvers.join(' or ')}` },
    [
      {
        ...question,
        workflowId: workflowInfo().workflowId,
        expiresAt: Date.now() + timeoutMs,
      },
    ],
  );
  const { editable, call, effect } = question;
  const isEditable = (editable ?? call ?? effect) !== undefined;
  const pending = approvals.open({ id: approvalId, hash, digest, approvers, isEditable });
  try {
    await condition(() => pending.decision !== undefined, timeoutMs, {
      summary: `${title} · waits for a person`,
    });
  } catch (error) {
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() =>
        records.closeApproval.executeWithOptions({ summary: `${title} · withdrawn` }, [
          { approvalId, runId, status: 'withdrawn' },
        ]),
      );
    }
    throw error;
  } finally {
    approvals.close(approvalId);
  }
  return pending.decision;
}
