import { CancellationScope } from '@temporalio/workflow';
import type { ApprovalDue, RequestApprovalInput } from '../../contracts/activities/index.ts';
import { approvalId as idOf } from './approvals.ts';
import type { Approvals } from './approvals.ts';
import { askPerson } from './ask-person.ts';
import type { Waits } from '../children/waits.ts';

/** A call that a person is asked about: one of an agent, or a node's own. */
type AskedCall = {
  runId: string;
  nodePath: string;
  /** Which of the calls of the node it is, such as `call-1-0`. */
  name: string;
} & Pick<RequestApprovalInput, 'call' | 'effect'>;

/**
 * Asks a person whether a call may be made, and records the decision. The wait does not count toward the agent's time
 * limit.
 * @returns the approval's id: whoever makes the call reads in it what was decided.
 */
export async function askForCall(
  { label, show, outside, ...terms }: Omit<ApprovalDue, 'status'>,
  { name, ...asked }: AskedCall,
  { approvals, waits }: { approvals: Approvals; waits: Waits },
): Promise<string> {
  const { runId, nodePath } = asked;
  const approvalId = `${idOf(runId, nodePath)}.${name}`;
  const title = `Allow ${label}?`;
  try {
    await waits.begin(approvalId);
    await askPerson({ approvalId, ...asked, title, show, outside, ...terms }, approvals);
    return approvalId;
  } finally {
    await CancellationScope.nonCancellable(() => waits.end(approvalId));
  }
}
