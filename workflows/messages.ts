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
  /** What is approved in place of the arguments that were asked for, where those can be changed. */
  args?: JsonObject;
  /** Where given, the decision counts only for content with this hash. */
  hash?: string;
  /** Put on by the API: proof that the decision came through it. */
  seal?: string;
};

export type CancelRequest = { by: string; reason?: string };

/** Tells an agent to stand still after the turn that it is in. */
export type InterruptRequest = Interruption;

/** Lets an interrupted agent go on; it is told the instruction first. */
export type ResumeRequest = {
  by: string;
  instruction?: string;
  /** Put on by the API: proof that the request came through it, for this agent. */
  seal?: string;
  /** Makes each seal another one, so that none counts twice. */
  nonce?: string;
};

/** Something below a workflow that waits for a person, or does so no more. */
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

/** Stops the run: what runs is ended cleanly, nothing new starts, the record says what was done. */
export const requestCancel = defineSignal<[CancelRequest]>('requestCancel');

/** Makes an agent stand still between two turns, until `resumeAgent`. */
export const interruptAgent = defineSignal<[InterruptRequest]>('interruptAgent');

/**
 * Lets an interrupted agent go on; one that was not interrupted hears the instruction. Without the seal of the API, and a second
 * time, it does nothing.
 */
export const resumeAgent = defineSignal<[ResumeRequest]>('resumeAgent');

/** A child tells the workflow above it that something in it waits for a person. */
export const childWaits = defineSignal<[ChildWait]>('childWaits');

/** An event has come that a node waits for: what it is, the records say. Sent again, and sent by anybody else, it does nothing. */
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

/** Who resumes and what is to be told, as far as the payload says. */
export function toResumeRequest(payload: unknown): ResumeRequest {
  const { by, instruction, seal, nonce } = isJsonObject(payload) ? payload : {};
  return {
    by: typeof by === 'string' ? by : 'unknown',
    ...(typeof instruction === 'string' && instruction.trim() !== '' && { instruction }),
    ...(typeof seal === 'string' && { seal }),
    ...(typeof nonce === 'string' && { nonce }),
  };
}
