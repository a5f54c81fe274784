import { CancellationScope, condition, isCancellation, workflowInfo } from '@temporalio/workflow';
import { durationMs } from '../../contracts/duration.ts';
import type { CloseApprovalInput } from '../../contracts/activities.ts';
import { approvalId as idOf } from '../approvals.ts';
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
  const timeoutMs = durationMs(node.timeout);
  const close = (end: Pick<CloseApprovalInput, 'status' | 'by' | 'comment'>) =>
    records.closeApproval.executeWithOptions({ summary: `${title} · ${end.status}` }, [
      { approvalId, runId, ...end },
    ]);

  const { hash } = await records.requestApproval.executeWithOptions(
    { summary: `${title} · ask ${node.approvers.join(' or ')}` },
    [
      {
        approvalId,
        runId,
        nodePath,
        workflowId: workflowInfo().workflowId,
        title,
        show: render(node.show, scope),
        approvers: node.approvers,
        expiresAt: Date.now() + timeoutMs,
      },
    ],
  );
  const pending = approvals.open({ id: approvalId, hash, approvers: node.approvers });
  try {
    await condition(() => pending.decision !== undefined, timeoutMs, {
      summary: `${title} · waits for a person`,
    });
  } catch (error) {
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() => close({ status: 'withdrawn' }));
    }
    throw error;
  } finally {
    approvals.close(approvalId);
  }

  const { decision } = pending;
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
