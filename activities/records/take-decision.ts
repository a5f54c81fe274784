import { ApplicationFailure } from '@temporalio/activity';
import type { CloseApprovalInput, RefusedClose } from '../../contracts/activities/index.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { cutText } from '../../contracts/base/text.ts';
import { callProblems } from '../../contracts/tools/argument-rules.ts';
import { placedText } from '../../contracts/values/problem.ts';
import { isSameSecret } from '../../db/repositories/access/secrets.ts';
import type { UserRepository } from '../../db/repositories/catalog/users.ts';
import type { ApprovalRepository, ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import { everyApprover } from '../../contracts/access/approvers.ts';
import { signedDecision } from '../../db/views/signed-decision.ts';
import type { DecisionSignatures } from '../../keys/decision-signatures.ts';
import type { ToolExecutor } from '../tool-kit/executor.ts';
import { createVoiceCounter } from './count-voice.ts';
import { ownRequest } from './own-request.ts';
import { isInNamedGroup } from './standing.ts';

type Needs = {
  approvals: ApprovalRepository;
  runs: RunRepository;
  users: UserRepository;
  signatures: DecisionSignatures;
  tools: ToolExecutor;
};

type Decision = Omit<CloseApprovalInput, 'runId' | 'status'> & { status: 'approved' | 'rejected' };

/** Of what is told of a mistake. */
const mostCharacters = 500;

/** Takes decisions of people in: checks them, signs them, and puts them on record. */
export function createDecisionTaker({ approvals, runs, users, signatures, tools }: Needs) {
  const countVoice = createVoiceCounter({ approvals, runs, users, signatures });

  /**
   * The workflow has compared digests; whoever calls the activity by another way has not.
   * @throws `Forbidden`, not retryable.
   */
  async function requireToken({
    approvalId,
    token,
  }: Pick<Decision, 'approvalId' | 'token'>): Promise<void> {
    const stored = await approvals.tokenOf(approvalId);
    if (stored === null || (token !== undefined && isSameSecret(token, stored))) return;
    throw ApplicationFailure.nonRetryable(
      `The decision does not have the token of approval ${approvalId}.`,
      'Forbidden',
    );
  }

  /** Why a signal does not count of which nothing but the token proves anything. */
  async function claimRefusal(
    asked: ApprovalRow,
    { status, by = '', as }: Decision,
  ): Promise<RefusedClose | undefined> {
    if (status === 'rejected') return undefined;
    if (as !== undefined) {
      return { refused: `could not verify that it is from ${by}`, reason: 'not-proven' };
    }
    if (by === everyApprover) return undefined;
    return ownRequest(asked, { name: by, user: by }, runs);
  }

  return {
    /**
     * @returns why it is `refused`, or how many approvals are `counted` where more are needed; the approval stays pending
     * then.
     * @throws `Forbidden`, not retryable.
     */
    async take(decision: Decision): Promise<RefusedClose | { counted: number } | undefined> {
      const { approvalId, status, by = '', as, comment, editedArgs, seenHash } = decision;
      await requireToken(decision);
      const asked = await approvals.get(approvalId);
      if (!asked) return undefined;
      const refused = editedArgs && misfit(tools, asked.tool, editedArgs);
      if (refused !== undefined) return { refused };
      if (!(await isInNamedGroup({ by, as }, users))) {
        return { refused: `${by} is not in ${as ?? by}`, reason: 'not-an-approver' };
      }
      const via = isSealed(signatures, decision) ? 'api' : 'signal';
      if (asked.quorum > 1 && status === 'approved') {
        if (via === 'api' || isPersonal(signatures, decision)) {
          return countVoice(asked, { ...decision, via });
        }
        return { refused: 'its sender could not be verified', reason: 'not-proven' };
      }
      if (via === 'signal' && !isPersonal(signatures, decision)) {
        const refusal = await claimRefusal(asked, decision);
        if (refusal) return refusal;
      }
      const decidedAt = new Date();
      const signature = signatures.records.sign(
        signedDecision({
          ...asked,
          status,
          decidedBy: decision.by ?? null,
          comment: comment ?? null,
          editedArgs: editedArgs ?? null,
          seenHash: seenHash ?? null,
          via,
          decidedAt,
        }),
      );
      const end = { status, by: decision.by, comment, seenHash, ...(editedArgs && { editedArgs }) };
      await approvals.close(approvalId, { ...end, proof: { via, decidedAt, signature } });
      return undefined;
    },
  };
}

/** Whether the API handed the decision on, as it is. */
function isSealed({ seals }: DecisionSignatures, decision: Decision): boolean {
  return decision.seal !== undefined && seals.verify(sealedBy(decision), decision.seal) === 'valid';
}

/** Whether the API gave this decision to the person who signals it. */
function isPersonal({ seals }: DecisionSignatures, decision: Decision): boolean {
  const signalled = { ...sealedBy(decision), via: 'signal' };
  return decision.seal !== undefined && seals.verify(signalled, decision.seal) === 'valid';
}

function sealedBy(decision: Decision): object {
  const { approvalId, status, by, comment, editedArgs: args, seenHash: hash, token } = decision;
  const verb = status === 'approved' ? 'approve' : 'reject';
  return { approvalId, decision: verb, by, comment, args, hash, token };
}

/** Why changed arguments do not fit the tool that they are for; undefined where they do. */
function misfit(tools: ToolExecutor, tool: string | null, args: JsonObject): string | undefined {
  const spec = tool === null ? undefined : tools.find(tool);
  if (tool === null || !spec) return undefined;
  const mistakes = callProblems({ tool, parameters: spec.parameters }, args, ['args']);
  if (mistakes.length === 0) return undefined;
  const text = mistakes.map(({ path, message }) => placedText(path, message)).join('; ');
  return cutText(text, mostCharacters);
}
