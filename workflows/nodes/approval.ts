import { askedTerms } from '../../contracts/tools/approval-terms.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import { approvalId as idOf } from '../calls/approvals.ts';
import { askPerson } from '../calls/ask-person.ts';
import { failure } from '../errors.ts';
import type { NodeRunner } from './runner.ts';
import { render, requireFits } from '../payload.ts';

export const approval: NodeRunner<'approval'> = async (
  node,
  { run, nodePath, scope, approvals, taint },
) => {
  const { runId } = run;
  const title = node.title ?? node.id;
  const approvalId = idOf(runId, nodePath);
  const { tool, args: template } = node;
  const args = template === undefined ? undefined : render(template, scope);
  const decision = await askPerson(
    {
      approvalId,
      runId,
      nodePath,
      title,
      show: render(node.show, scope),
      ...(tool !== undefined && args !== undefined && { editable: { tool, args } }),
      ...markOf(taint),
      ...askedTerms(node),
    },
    approvals,
  );
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
