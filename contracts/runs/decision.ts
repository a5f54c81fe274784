import type { JsonObject } from '../base/json.ts';

/** How a decision came to its workflow: through the API, or by a signal that somebody sent to Temporal. */
export type DecisionVia = 'api' | 'signal';

/** Why a decision did not count. */
export const refusalReasons = [
  'no-token',
  'wrong-token',
  'not-an-approver',
  'other-content',
  'not-editable',
  'invalid-args',
  'own-request',
  'not-proven',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** A decision that did not count, as it is on record. */
export type RefusedDecision = {
  /** Which of the approval's it is, counted from 1. */
  number: number;
  /** ISO 8601. */
  at: string;
  /** Who it said it was from; nothing proves it. */
  by: string;
  reason: RefusalReason;
  /** What was wrong with it, where the reason does not say. */
  detail?: string;
};

/** Who may decide as well, once nobody has decided for long. */
export type Escalation = {
  /** ISO 8601. */
  at: string;
  approvers: string[];
  /** How many of them suffice without the others; left out, they count towards the quorum. */
  quorum?: number;
};

/** One person's approval, where more than one must approve. */
export type Voice = {
  by: string;
  /** ISO 8601. */
  at: string;
  comment: string | null;
  via: DecisionVia;
  /** What is approved in place of the arguments that were asked for. */
  args: JsonObject | null;
  /** Of what is approved: the approval's own, or with changed arguments one over both. */
  hash: string;
  /** The hash that the decision named. */
  seenHash: string | null;
  /** Who approved exactly this so far and may still decide, with this voice. */
  counts: string[];
  signature: string;
};
