import { getExternalWorkflowHandle, workflowInfo } from '@temporalio/workflow';
import { resolveApproval } from '../messages.ts';
import type { ApprovalDecision } from '../messages.ts';
import type { Waits } from './waits.ts';

/**
 * Hands a decision on to the child that leads to where it is waited for.
 * @returns false where none does.
 */
export async function passDown(decision: ApprovalDecision, waits: Waits): Promise<boolean> {
  const child = waits.through(decision.approvalId);
  if (child === undefined || child === workflowInfo().workflowId) return false;
  await getExternalWorkflowHandle(child).signal(resolveApproval, decision);
  return true;
}
