import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { RunState } from '../contracts/run.ts';

export type ApprovalDecision = {
  approvalId: string;
  decision: 'approve' | 'reject';
  /** Who decides; it must be one of the approval's approvers. */
  by: string;
  comment?: string;
  /** Where given, the decision counts only for content with this hash. */
  hash?: string;
};

export type CancelRequest = { by: string; reason?: string };

/** Decides an approval. A second decision, an unknown id or another hash does nothing. */
export const resolveApproval = defineSignal<[ApprovalDecision]>('resolveApproval');

/** Stops the run: what runs is ended cleanly, nothing new starts, the record says what was done. */
export const requestCancel = defineSignal<[CancelRequest]>('requestCancel');

/** The state of every node. */
export const stateQuery = defineQuery<RunState>('state');
