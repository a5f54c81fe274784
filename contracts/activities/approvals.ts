import type { Output } from '../base/artifact.ts';
import type { JsonObject } from '../base/json.ts';
import type { Escalation, RefusalReason, RefusedDecision } from '../runs/decision.ts';

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
  /** The agent whose plan is asked about: the plan is in the records, and shown from there. */
  plan?: { conversationId: string };
  /** Whose content what is asked for rests on, where others wrote it. */
  outside?: string[];
  approvers: string[];
  /** How many different people must approve; one where left out. */
  quorum?: number;
  /** Who may decide as well, and from when on. */
  escalation?: Escalation;
  /** Milliseconds since the epoch. */
  expiresAt: number;
};

/** Who decided, as the decision says, and what proves it. */
export type DecisionClaim = {
  by: string;
  /** The entry of the approvers by which they may; left out, their name. */
  as?: string | undefined;
  comment?: string | undefined;
  /** The approval's token, where it has one. */
  token?: string | undefined;
  /** The hash of what the person saw, where the decision named it. */
  seenHash?: string | undefined;
  /** What the API puts on a decision that it hands on. */
  seal?: string | undefined;
};

export type CloseApprovalInput = {
  approvalId: string;
  runId: string;
  status: 'approved' | 'rejected' | 'expired' | 'withdrawn';
} & Partial<DecisionClaim> & {
    /** What the person approved in place of the arguments that were asked for. */
    editedArgs?: JsonObject;
  };

/** Why a decision is not taken: what is wrong with its arguments, where no other reason is given. */
export type RefusedClose = { refused: string; reason?: RefusalReason };

/** A decision that did not count. */
export type RecordRefusalInput = { approvalId: string } & RefusedDecision;

/** What a person approved: more money for an account. */
export type RaiseBudgetInput = {
  approvalId: string;
  runId: string;
  account: string;
  /** In US dollars. */
  byUsd: number;
} & DecisionClaim;

/** Records of what people are asked to decide, and of what they decided. */
export interface ApprovalRecords {
  /** `digest` is of the token that decides it, as SHA-256, hex; without it where an older version stored the approval. */
  requestApproval(input: RequestApprovalInput): Promise<{ hash: string; digest?: string }>;
  /**
   * Gives why the decision was `refused`, or how many approvals are `counted` where more are needed: the approval then
   * stays pending.
   * @throws `Forbidden` where the token is not that of the approval.
   */
  closeApproval(input: CloseApprovalInput): Promise<RefusedClose | { counted: number } | undefined>;
  recordRefusal(input: RecordRefusalInput): Promise<void>;
  /** Tells everyone who is asked once more. */
  remindOfApproval(input: { approvalId: string }): Promise<void>;
  /** From now on, those of the escalation may decide as well: they are told. */
  escalateApproval(input: { approvalId: string }): Promise<void>;
  /**
   * Closes an approval as approved and raises the budget that it was about: both, and once. Gives and throws as
   * `closeApproval`.
   */
  raiseBudget(input: RaiseBudgetInput): ReturnType<ApprovalRecords['closeApproval']>;
}
