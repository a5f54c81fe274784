import type { ApprovalToken } from '../../contracts/api/index.ts';
import type { ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import { resolveApproval } from '../../workflows/messages.ts';
import type { ApprovalDecision } from '../../workflows/messages.ts';
import type { Principal } from '../access/principal.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { requireApprover } from './require-approver.ts';

/**
 * The token of a pending approval, for somebody who may decide it.
 * @throws {Problem} `conflict` when it is decided, `forbidden` for someone who may not decide, `not-found` when an older
 * version asked for it without one.
 */
export async function approvalToken(
  services: Services,
  approval: ApprovalRow,
  principal: Principal,
): Promise<ApprovalToken> {
  const { id, status, workflowId, hash } = approval;
  if (status !== 'pending') throw new Problem('conflict', `Approval ${id} is already ${status}.`);
  const as = await requireApprover(services, approval, { principal, isReject: false });
  const token = await services.approvals.tokenOf(id);
  if (token === null) {
    throw new Problem(
      'not-found',
      `Approval ${id} has no token because an older version of Baton requested it. Decide it without a token.`,
    );
  }
  const by = principal.name;
  const claim = { approvalId: id, decision: 'approve', by, hash, token } as const;
  const decision: ApprovalDecision = {
    ...claim,
    ...(as !== by && { as }),
    // Proves who signals it.
    seal: services.signatures.seals.sign({ ...claim, via: 'signal' }),
  };
  const words = ['--workflow-id', workflowId, '--name', resolveApproval.name, '--input'];
  const input = quoted(JSON.stringify(decision));
  return { token, command: `temporal workflow signal ${words.join(' ')} ${input}` };
}

/** As one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
