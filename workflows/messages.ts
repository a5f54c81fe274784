import { defineQuery, defineSignal } from '@temporalio/workflow';
import { isJsonObject } from '../contracts/base/json.ts';
import type { JsonObject } from '../contracts/base/json.ts';
import type { Interruption, RunState } from '../contracts/runs/run.ts';

export type ApprovalDecision = {
  approvalId: string;
  decision: 'approve' | 'reject';
  /** Who decides. */
  by: string;
  /** The entry of the approval's approvers by which they may, such as a role; left out, their name. */
  as?: string;
  /** The approval's token: proof that whoever decides may. Approvals that an older version asked for have none. */
  token?: string;
  comment?: string;
  /** The changed arguments that are approved instead of the requested ones, if they can be changed. */
  args?: JsonObject;
  /** Where given, the decision counts only for content with this hash. */
  hash?: string;
  /** Added by the API: proof that the decision came through it. */
  seal?: string;
};

export type CancelRequest = { by: string; reason?: string };

/** Asks an agent to wait after its current turn. */
export type InterruptRequest = Interruption;

/** Resumes an interrupted agent, which gets the instruction first. */
export type ResumeRequest = {
  by: string;
  instruction?: string;
  /** Added by the API: proof that the request came through it, for this agent. */
  seal?: string;
  /** Makes each seal unique, so that none counts twice. */
  nonce?: string;
};

/** A change below a workflow: something waits for a person, or no longer waits. */
export type ChildWait = {
  /** The approval, or the workflow that was interrupted. */
  id: string;
  /** The child through which it came. */
  workflowId: string;
  waits: boolean;
};

export type EventArrival = {
  /** Which waiting it ends: `<run>/<node path>`. */
  wait: string;
};

/** Decides an approval. Without its token, a second time, or for an unknown id or another hash it does nothing. */
export const resolveApproval = defineSignal<[ApprovalDecision]>('resolveApproval');

/** Cancels the run: running work ends cleanly, nothing new starts, and the record shows what was done. */
export const requestCancel = defineSignal<[CancelRequest]>('requestCancel');

/** Makes an agent wait between two turns until `resumeAgent`. */
export const interruptAgent = defineSignal<[InterruptRequest]>('interruptAgent');

/**
 * Resumes an interrupted agent; an agent that is not interrupted only gets the instruction. Does nothing without the
 * seal of the API or when sent twice.
 */
export const resumeAgent = defineSignal<[ResumeRequest]>('resumeAgent');

/** A child tells the workflow above it that something in it waits for a person. */
export const childWaits = defineSignal<[ChildWait]>('childWaits');

/**
 * An event has come that a node waits for; the records hold the event itself. A repeated or forged signal has no
 * effect.
 */
export const eventArrived = defineSignal<[EventArrival]>('eventArrived');

/** The state of every node. */
export const stateQuery = defineQuery<RunState>('state');

// Signals also come from the Temporal UI and command, where nothing checks what is typed.

/** Whether a signal's payload is a decision at all: a mistyped one must decide nothing. */
export function isApprovalDecision(payload: unknown): payload is ApprovalDecision {
  return (
    isJsonObject(payload) &&
    typeof payload['approvalId'] === 'string' &&
    typeof payload['by'] === 'string' &&
    (payload['decision'] === 'approve' || payload['decision'] === 'reject') &&
    (payload['args'] === undefined || isJsonObject(payload['args']))
  );
}

export function isChildWait(payload: unknown): payload is ChildWait {
  return (
    isJsonObject(payload) &&
    typeof payload['id'] === 'string' &&
    typeof payload['workflowId'] === 'string' &&
    typeof payload['waits'] === 'boolean'
  );
}

export function isEventArrival(payload: unknown): payload is EventArrival {
  return isJsonObject(payload) && typeof payload['wait'] === 'string';
}

/** Who cancels or interrupts and why, as far as the payload says; a request without one counts too. */
export function toStopRequest(payload: unknown): CancelRequest & InterruptRequest {
  const { by, reason } = isJsonObject(payload) ? payload : {};
  return {
    by: typeof by === 'string' ? by : 'unknown',
    ...(typeof reason === 'string' && { reason }),
  };
}

/** Who resumes the agent, and the instruction, as far as the payload says. */
export function toResumeRequest(payload: unknown): ResumeRequest {
  const { by, instruction, seal, nonce } = isJsonObject(payload) ? payload : {};
  return {
    by: typeof by === 'string' ? by : 'unknown',
    ...(typeof instruction === 'string' && instruction.trim() !== '' && { instruction }),
    ...(typeof seal === 'string' && { seal }),
    ...(typeof nonce === 'string' && { nonce }),
  };
}
