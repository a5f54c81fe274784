import type { FastifyRequest } from 'fastify';
import type { ApprovalLinkRow } from '../../db/repositories/runs/approval-links.ts';
import type { ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import type { AccessAction } from '../../contracts/access/actions.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { userPrincipal } from '../access/principal.ts';
import type { Principal } from '../access/principal.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { decideApproval } from './decide-approval.ts';
import { endOf, momentText } from './decision-words.ts';
import { requireApprover } from './require-approver.ts';

/** What a link leads to: the approval, the person whose link it is, and what keeps them from deciding with it. */
export type LinkedApproval = {
  link: ApprovalLinkRow;
  approval: ApprovalRow;
  principal: Principal;
  /** Why the link decides nothing any more; undefined where it does. */
  over?: string;
  /** Why the person may not approve; undefined where they may. */
  cannotApprove?: string;
  /** Why the person may not even reject. */
  cannotReject?: string;
};

/** @returns what a token leads to; undefined for a token that no link has. */
export async function linkedApproval(
  services: Services,
  token: string,
): Promise<LinkedApproval | undefined> {
  const link = await services.approvalLinks.find(token);
  const approval = link && (await services.approvals.get(link.approvalId));
  if (!approval) return undefined;
  const { user, id } = link;
  const principal = userPrincipal(user, await services.users.get(user), { kind: 'session', id });
  const over = await whyOver(services, link, approval);
  const refusal = (isReject: boolean) =>
    requireApprover(services, approval, { principal, isReject }).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Problem) return error.message;
        throw error;
      },
    );
  const [cannotApprove, cannotReject] = await Promise.all([refusal(false), refusal(true)]);
  return {
    link,
    approval,
    principal,
    ...(over !== undefined && { over }),
    ...(cannotApprove !== undefined && { cannotApprove }),
    ...(cannotReject !== undefined && { cannotReject }),
  };
}

/** Why a link decides nothing any more, with what came of the approval; undefined where it does. */
async function whyOver(
  { runs }: Pick<Services, 'runs'>,
  { usedAt, expiresAt }: ApprovalLinkRow,
  approval: ApprovalRow,
): Promise<string | undefined> {
  const end = await endOf(approval, { runs });
  if (end !== undefined) return usedAt ? `${end} This link works once.` : end;
  if (usedAt) {
    return `This link was already used on ${momentText(usedAt)}. It works once. The run still waits for more approvals, or for your decision to arrive.`;
  }
  if (expiresAt.getTime() > Date.now()) return undefined;
  return `This link has expired on ${momentText(expiresAt)}. Decide in the app, or with the link of a later reminder.`;
}

/**
 * Decides with a link, as if its person had signed in; a link whose decision is not taken can be used again.
 * @param seenHash of what the page showed.
 * @throws {Problem} as {@link decideApproval}, and `conflict` where the link is over.
 */
export async function decideByLink(
  services: Services,
  { link, approval, principal, over }: LinkedApproval,
  given: {
    token: string;
    decision: 'approve' | 'reject';
    comment?: string | undefined;
    seenHash: string;
    request: FastifyRequest;
  },
): Promise<ApprovalRow> {
  const { token, decision, comment, seenHash: hash, request } = given;
  const note = (action: AccessAction, detail: JsonObject = {}) => {
    const told = {
      decision,
      hash: approval.hash,
      ...detail,
      credential: link.id,
      channel: link.channel,
    };
    const { name: by } = principal;
    return services.accessLog.add({
      by,
      action,
      target: approval.id,
      detail: told,
      address: request.ip,
    });
  };
  if (over !== undefined) throw new Problem('conflict', over);
  if (!(await services.approvalLinks.useUp(token))) {
    throw new Problem('conflict', 'This link was already used. It works once.');
  }
  try {
    const asked = { decision, principal, hash, ...(comment && { comment }) };
    const decided = await decideApproval(services, approval, asked);
    await note('approval.decided');
    return decided;
  } catch (error) {
    await services.approvalLinks.giveBack(token);
    if (error instanceof Problem && ['forbidden', 'conflict'].includes(error.kind)) {
      await note('approval.refused', { why: error.record });
    }
    throw error;
  }
}
