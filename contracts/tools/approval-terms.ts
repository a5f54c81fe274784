import { durationMs } from '../base/duration.ts';

/** Who decides, how many of them must approve, and for how long they have, as documents say it. */
export type ApprovalTerms = {
  approvers: readonly string[];
  timeout: string;
  quorum?: number | undefined;
  remindAfter?: string | undefined;
  escalate?:
    | { after: string; approvers: readonly string[]; quorum?: number | undefined }
    | undefined;
};

/** The same as workflows count with it. */
export type AskedTerms = {
  approvers: string[];
  timeoutMs: number;
  /** How many different people must approve; one where left out. */
  quorum?: number;
  remindAfterMs?: number;
  escalate?: { afterMs: number; approvers: string[]; quorum?: number };
};

export function askedTerms(terms: ApprovalTerms): AskedTerms {
  const { approvers, timeout, quorum, remindAfter, escalate } = terms;
  return {
    approvers: [...approvers],
    timeoutMs: durationMs(timeout),
    ...(quorum !== undefined && { quorum }),
    ...(remindAfter !== undefined && { remindAfterMs: durationMs(remindAfter) }),
    ...(escalate && {
      escalate: {
        afterMs: durationMs(escalate.after),
        approvers: [...escalate.approvers],
        ...(escalate.quorum !== undefined && { quorum: escalate.quorum }),
      },
    }),
  };
}
