import type { RefusalReason } from '../../contracts/runs/decision.ts';
import type { ApprovalDecision } from '../messages.ts';
import { tokenDigest } from './token-digest.ts';

type PendingApproval = {
  id: string;
  hash: string;
  /** The digest of the token that a decision must carry; approvals of older versions have none. */
  digest?: string | undefined;
  approvers: string[];
  /** Whether the approver can change the arguments. */
  isEditable: boolean;
  /** Whether more than one decision can count. Decisions that arrive together are then handled one by one. */
  isOneOfMany: boolean;
  /** Called for each decision that does not count. */
  onRefused: (decision: ApprovalDecision, reason: RefusalReason) => void;
  decision?: ApprovalDecision;
};

/** The most decisions that are kept before their approval is open. */
const maximumEarly = 100;

/** The approval of a node: `run_1.desk.confirm` for node path `desk/confirm` of run `run_1`. */
export function approvalId(runId: string, nodePath: string): string {
  return [runId, ...nodePath.split('/')].join('.');
}

/** Why a decision does not count; undefined if it does. */
function refusalOf(
  { digest, hash, approvers, isEditable }: PendingApproval,
  decision: ApprovalDecision,
): RefusalReason | undefined {
  if (digest !== undefined && typeof decision.token !== 'string') return 'no-token';
  if (digest !== undefined && tokenDigest(decision.token ?? '') !== digest) return 'wrong-token';
  if (!approvers.includes(decision.as ?? decision.by)) return 'not-an-approver';
  if (decision.hash !== undefined && decision.hash !== hash) return 'other-content';
  if (decision.args !== undefined && !isEditable) return 'not-editable';
  return undefined;
}

/**
 * The approvals that a workflow waits for. A decision counts once, with the approval's token, from one of the approvers,
 * and for the content that was shown.
 *
 * @param onChange called when one is opened or closed.
 */
export function createApprovals(onChange: () => void = () => undefined) {
  const pending = new Map<string, PendingApproval>();
  /** An approval is in the database a moment before its workflow knows. */
  const early: ApprovalDecision[] = [];

  function decide(approval: PendingApproval, decision: ApprovalDecision): void {
    const refusal = refusalOf(approval, decision);
    if (refusal) approval.onRefused(decision, refusal);
    else if (!approval.decision) approval.decision = decision;
    else if (approval.isOneOfMany && early.length < maximumEarly) early.push(decision);
  }

  return {
    open(approval: Omit<PendingApproval, 'decision'>): PendingApproval {
      const opened: PendingApproval = approval;
      pending.set(opened.id, opened);
      for (const decision of early.splice(0)) {
        if (decision.approvalId === opened.id) decide(opened, decision);
        else early.push(decision);
      }
      onChange();
      return opened;
    },
    close(id: string): void {
      pending.delete(id);
      onChange();
    },
    waiting: (): boolean => pending.size > 0,
    /** Takes in a signal; returns false where no approval of that id is open here. */
    resolve(decision: ApprovalDecision): boolean {
      const approval = pending.get(decision.approvalId);
      if (approval) decide(approval, decision);
      else if (early.length < maximumEarly) early.push(decision);
      return approval !== undefined;
    },
  };
}

export type Approvals = ReturnType<typeof createApprovals>;
