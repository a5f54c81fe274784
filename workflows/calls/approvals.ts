import type { ApprovalDecision } from '../messages.ts';

type PendingApproval = {
  id: string;
  hash: string;
  approvers: string[];
  /** Whether what is asked for can be changed. */
  isEditable: boolean;
  decision?: ApprovalDecision;
};

/** Decisions that are kept though no approval is open for them yet. */
const maximumEarly = 100;

/** The approval of a node: `run_1.desk.confirm` for node path `desk/confirm` of run `run_1`. */
export function approvalId(runId: string, nodePath: string): string {
  return [runId, ...nodePath.split('/')].join('.');
}

/**
 * The approvals that a workflow waits for. A decision counts once, from one of the approvers, and for
 * the content that was shown.
 *
 * @param onChange called when one is opened or closed.
 */
export function createApprovals(onChange: () => void = () => undefined) {
  const pending = new Map<string, PendingApproval>();
  /** An approval is on record a moment before its workflow knows that it is. */
  const early: ApprovalDecision[] = [];

  function decide(approval: PendingApproval, decision: ApprovalDecision): void {
    const counts =
      approval.decision === undefined &&
      approval.approvers.includes(decision.by) &&
      (decision.args === undefined || approval.isEditable) &&
      (decision.hash === undefined || decision.hash === approval.hash);
    if (counts) approval.decision = decision;
  }

  return {
    open(approval: Omit<PendingApproval, 'decision'>): PendingApproval {
      const opened: PendingApproval = approval;
      pending.set(opened.id, opened);
      for (const decision of early) if (decision.approvalId === opened.id) decide(opened, decision);
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
