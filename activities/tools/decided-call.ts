import { ApplicationFailure } from '@temporalio/activity';
import type { RunToolInput } from '../../contracts/activities/index.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { ApprovalRepository } from '../../db/repositories/runs/approvals.ts';
import type { DecidedCall } from '../tool-kit/agent-asking.ts';

/**
 * What a person decided on a call that was asked about.
 * @param askedArgs what was asked for.
 * @returns undefined where nobody was asked yet.
 * @throws `ApprovalNotFound`, not retryable.
 */
export async function decidedCall(
  { runId, nodePath, approvalId }: RunToolInput,
  askedArgs: Json,
  { approvals }: { approvals: ApprovalRepository },
): Promise<DecidedCall | undefined> {
  if (approvalId === undefined) return undefined;
  const row = await approvals.get(approvalId);
  if (row?.runId !== runId || row.nodePath !== nodePath) {
    const message = `Approval ${approvalId} of ${nodePath} not found in run ${runId}.`;
    throw ApplicationFailure.nonRetryable(message, 'ApprovalNotFound');
  }
  const { id, status, decidedBy: by, comment, hash, editedArgs } = row;
  return { id, status, by, comment, hash, askedArgs, editedArgs };
}
