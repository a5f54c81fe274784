import type { ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import { approverEntry, decidersOf, mayDecideOwn } from '../../contracts/access/approvers.ts';
import type { Principal } from '../access/principal.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';

/**
 * Makes sure that somebody may approve or, where `isReject`, reject. Nobody approves what they started, for themselves or
 * for another, nor what was started for them, nor what an agent asks for that they instructed, in the run or in one that
 * it retries, but where {@link mayDecideOwn}; to reject it stops it, which is safe.
 * @returns the entry of the approvers by which they may.
 * @throws {Problem} `forbidden`
 */
export async function requireApprover(
  services: Services,
  approval: Pick<ApprovalRow, 'runId' | 'approvers' | 'quorum' | 'escalation' | 'escalatedAt'>,
  { principal, isReject }: { principal: Principal; isReject: boolean },
): Promise<string> {
  const { name, user } = principal;
  const { runId, quorum } = approval;
  const approvers = decidersOf(approval);
  const as = approverEntry(principal, approvers);
  if (as === undefined) {
    throw new Problem(
      'forbidden',
      `Only ${approvers.join(', ')} can decide this approval, not ${name}.`,
    );
  }
  if (isReject || mayDecideOwn(user, quorum)) return as;
  const line = await services.runs.requestersOf(runId);
  const isOwn = line.some((run) => run.user === user || run.startedBy === name);
  if (!isOwn) {
    const targets = line.map(({ id }) => id);
    if (!(await services.accessLog.has({ by: name, action: 'run.instructed', targets }))) return as;
    throw new Problem(
      'forbidden',
      `${name} cannot approve this after giving an instruction to an agent of this run or of a run that it retries. Ask another approver.`,
    );
  }
  throw new Problem(
    'forbidden',
    `${name} cannot approve this because the run, or a run that it retries, was started by or for ${name}. Ask another approver.`,
  );
}
