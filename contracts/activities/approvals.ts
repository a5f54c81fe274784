import type { Output } from '../base/artifact.ts';
import type { JsonObject } from '../base/json.ts';
import type { RefusedDecision } from '../runs/decision.ts';

export type RequestApprovalInput = {
  approvalId: string;
  runId: string;
  nodePath: string;
  /** Where the decision is to be signalled to. */
  workflowId: string;
  title: string;
  show: Output;
  /** What may be changed before approving: arguments of a tool. */
  editable?: { tool: string; args: Output };
  /** The call of a model that is asked for: its arguments may be changed, and are in the records. */
  call?: { conversationId: string; turn: number; call: number };
  /** The call of a node that is asked for: its arguments may be changed. */
  effect?: { tool: string; args: Output };
  /** Whose content what is asked for rests on, where others wrote it. */
  outside?: string[];
  approvers: string[];
  /** Milliseconds since the epoch. */
  expiresAt: number;
};

export type CloseApprovalInput = {
  approvalId: string;
  runId: string;
  status: 'approved' | 'rejected' | 'expired' | 'withdrawn';
  by?: string;
  comment?: string;
  /** What the person approved in place of the arguments that were asked for. */
  editedArgs?: JsonObject;
};

/** A decision that did not count. */
export type RecordRefusalInput = { approvalId: string } & RefusedDecision;

/** What a person approved: more money for an account. */
export type RaiseBudgetInput = {
  approvalId: string;
  runId: string;
  account: string;
  /** In US dollars. */
  byUsd: number;
  by: string;
  comment?: string;
};

/** Records of what people are asked to decide, and of what they decided. */
export interface ApprovalRecords {
  /** `digest` is of the token that decides it, as SHA-256, hex; without it where an older version stored the approval. */
  requestApproval(input: RequestApprovalInput): Promise<{ hash: string; digest?: string }>;
  closeApproval(input: CloseApprovalInput): Promise<void>;
  recordRefusal(input: RecordRefusalInput): Promise<void>;
  /** Closes an approval as approved and raises the budget that it was about: both, and once. */
  raiseBudget(input: RaiseBudgetInput): Promise<void>;
}
