import type { ApprovalView } from '../../contracts/api/index.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import type { ApprovalRow } from '../../db/repositories/runs/approvals.ts';

export function viewApproval(row: ApprovalRow): ApprovalView {
  const { id, runId, run, nodePath, title, show, tool, args, hash, status, approvers } = row;
  return {
    id,
    runId,
    run,
    nodeId: nodePath.split('/').at(-1) ?? nodePath,
    nodePath,
    title,
    show,
    tool,
    args,
    hash,
    ...markOf(row.outside),
    status,
    refusals: row.refusals.toSorted((a, b) => a.number - b.number),
    approvers,
    quorum: row.quorum,
    approvedBy: row.voices.at(-1)?.counts ?? [],
    voices: row.voices.map(({ by, at, comment, via, args: given, hash: content, seenHash }) => ({
      by,
      at,
      comment,
      via,
      args: given,
      hash: content,
      seenHash,
    })),
    escalation: row.escalation && { ...row.escalation, isReached: row.escalatedAt !== null },
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decision:
      status === 'pending'
        ? null
        : {
            by: row.decidedBy,
            comment: row.comment,
            args: row.editedArgs,
            at: row.decidedAt?.toISOString() ?? null,
            via: row.via,
            despite: status === 'approved' ? row.despite : [],
            callError: row.callError,
          },
  };
}
