import { defineQuery, defineSignal } from '@temporalio/workflow';
import { isJsonObject } from '../contracts/json.ts';
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

// Signals also come from the Temporal UI and command, where nothing checks what is typed.

/** Whether a signal's payload is a decision at all: a mistyped one must decide nothing. */
export function isApprovalDecision(payload: unknown): payload is ApprovalDecision {
  return (
    isJsonObject(payload) &&
    typeof payload['approvalId'] === 'string' &&
    typeof payload['by'] === 'string' &&
    (payload['decision'] === 'approve' || payload['decision'] === 'reject')
  );
}

/** Who cancels and why, as far as the payload says; a cancel without one counts too. */
export function toCancelRequest(payload: unknown): CancelRequest {
  const { by, reason } = isJsonObject(payload) ? payload : {};
  return {
    by: typeof by === 'string' ? by : 'unknown',
    ...(typeof reason === 'string' && { reason }),
  };
}
