import { CancellationScope, patched } from '@temporalio/workflow';
import { askedTerms } from '../../contracts/tools/approval-terms.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import { approvalId as idOf } from '../calls/approvals.ts';
import { askPerson } from '../calls/ask-person.ts';
import { failure } from '../errors.ts';
import type { NodeContext, NodeRunner } from './runner.ts';
import { render, requireFits } from '../payload.ts';

export const approval: NodeRunner<'approval'> = async (
  node,
  { run, nodePath, scope, approvals, waits, taint },
) => {
  const { runId } = run;
  const title = node.title ?? node.id;
  const approvalId = idOf(runId, nodePath);
  const { tool, args: template } = node;
  const args = template === undefined ? undefined : render(template, scope);
  const question = {
    approvalId,
    runId,
    nodePath,
    title,
    show: render(node.show, scope),
    ...(tool !== undefined && args !== undefined && { editable: { tool, args } }),
    ...markOf(taint),
    ...askedTerms(node),
  };
  const ask = () => askPerson(question, approvals);
  // The workflows above show that they wait, let their time stand still, and hand the decision down.
  const isTold = run.path !== '' && patched('approval-in-child-is-told');
  const decision = await (isTold ? whileWaiting(waits, approvalId, ask) : ask());
  if (!decision) {
    if (node.onTimeout === 'fail') {
      throw failure({
        type: 'Timeout',
        message: `Nobody approved or rejected within ${node.timeout}.`,
      });
    }
    return { output: { decision: 'expired', by: null, comment: null }, port: 'rejected' };
  }
  const approved = decision.decision === 'approve';
  const { by, comment, args: editedArgs } = decision;
  const status = approved ? 'approved' : 'rejected';
  return {
    output: {
      decision: status,
      by,
      comment: comment ?? null,
      ...(approved && args !== undefined && { args: requireFits(editedArgs ?? args) }),
    },
    port: status,
  };
};

async function whileWaiting<Result>(
  waits: NodeContext['waits'],
  approvalId: string,
  ask: () => Promise<Result>,
): Promise<Result> {
  try {
    await waits.begin(approvalId);
    return await ask();
  } finally {
    await CancellationScope.nonCancellable(() => waits.end(approvalId));
  }
}
