import type { approvals } from '../schema/index.ts';

/** What a person is asked for. */
export type Question = Pick<
  typeof approvals.$inferSelect,
  | 'id'
  | 'runId'
  | 'nodePath'
  | 'title'
  | 'show'
  | 'tool'
  | 'args'
  | 'hash'
  | 'approvers'
  | 'quorum'
  | 'escalation'
>;

type Decided = Question &
  Pick<
    typeof approvals.$inferSelect,
    | 'voices'
    | 'escalatedAt'
    | 'status'
    | 'decidedBy'
    | 'via'
    | 'seenHash'
    | 'comment'
    | 'editedArgs'
    | 'decidedAt'
  >;

/** What the signature of a decision is over: what was asked for, who decided what, how and when. */
export function signedDecision({ decidedAt, ...row }: Decided): object {
  const { status, decidedBy, via, seenHash, comment, editedArgs, voices, escalatedAt } = row;
  return {
    asked: signedQuestion(row),
    decided: {
      status,
      by: decidedBy,
      via,
      seenHash,
      comment,
      args: editedArgs,
      ...(voices.length > 0 && { voices }),
      ...(escalatedAt && { escalatedAt: escalatedAt.toISOString() }),
    },
    at: decidedAt?.toISOString() ?? null,
  };
}

/** Of what was asked for, what signatures are over. What older versions did not ask for is left out, so that theirs verify. */
export function signedQuestion(row: Question): object {
  const { id, runId, nodePath, title, show, tool, args, hash, approvers } = row;
  const { quorum, escalation } = row;
  return {
    id,
    runId,
    nodePath,
    title,
    show,
    tool,
    args,
    hash,
    approvers,
    ...(quorum > 1 && { quorum }),
    ...(escalation && { escalation }),
  };
}
