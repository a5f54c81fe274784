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
