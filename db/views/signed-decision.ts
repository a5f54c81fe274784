import type { approvals } from '../schema/index.ts';

type Decided = Pick<
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
  const { id, runId, nodePath, title, show, tool, args, hash, approvers } = row;
  const { status, decidedBy, via, seenHash, comment, editedArgs } = row;
  return {
    asked: { id, runId, nodePath, title, show, tool, args, hash, approvers },
    decided: { status, by: decidedBy, via, seenHash, comment, args: editedArgs },
    at: decidedAt?.toISOString() ?? null,
  };
}
