import { durationMs } from '../../contracts/duration.ts';
import type { CloseApprovalInput } from '../../contracts/activities.ts';
import { approvalId as idOf } from '../approvals.ts';
import { askPerson } from '../ask-person.ts';
import { failure } from '../errors.ts';
import { records } from '../proxies.ts';
import type { NodeRunner } from './runner.ts';
import { render } from '../payload.ts';

export const approval: NodeRunner<'approval'> = async (
  node,
  { run, nodePath, scope, approvals },
) => {
  const { runId } = run;
  const title = node.title ?? node.id;
  const approvalId = idOf(runId, nodePath);
  const close = (end: Pick<CloseApprovalInput, 'status' | 'by' | 'comment'>) =>
    records.closeApproval.executeWithOptions({ summary: `${title} · ${end.status}` }, [
      { approvalId, runId, ...end },
    ]);

  const decision = await askPerson(
    {
      approvalId,
      runId,
      nodePath,
      title,
      show: render(node.show, scope),
      approvers: node.approvers,
      timeoutMs: durationMs(node.timeout),
    },
    approvals,
  );
  if (!decision) {
    await close({ status: 'expired' });
    if (node.onTimeout === 'fail') {
      throw failure({ type: 'Timeout', message: `Nobody decided within ${node.timeout}.` });
    }
    return { output: { decision: 'expired', by: null, comment: null }, port: 'rejected' };
  }
  const approved = decision.decision === 'approve';
  const { by, comment } = decision;
  await close({ status: approved ? 'approved' : 'rejected', by, comment });
  return {
    output: { decision: approved ? 'approved' : 'rejected', by, comment: comment ?? null },
    port: approved ? 'approved' : 'rejected',
  };
};
