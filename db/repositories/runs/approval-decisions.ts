import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { DecisionVia, RefusedDecision, Voice } from '../../../contracts/runs/decision.ts';
import type { Database } from '../../open.ts';
import { approvals, notifications } from '../../schema/index.ts';
import type { ApprovalStatus } from '../../schema/index.ts';
import { accessLog } from '../access/access-log.ts';
import { columns } from './approval-rows.ts';
import type { StoredApproval } from './approval-rows.ts';
import { tellingTransaction } from './tell-approvers.ts';

/** How an approval ended. */
export type ApprovalEnd = {
  status: Exclude<ApprovalStatus, 'pending'>;
  by?: string | undefined;
  comment?: string | null | undefined;
  editedArgs?: JsonObject;
  /** The hash that the decision named. */
  seenHash?: string | null | undefined;
  /** How it came and when, and the signature over all of that; left out where nobody decided. */
  proof?: { via: DecisionVia; decidedAt: Date; signature: string };
};

const columnsOf = ({ status, by, comment, editedArgs, seenHash, proof }: ApprovalEnd) => ({
  status,
  decidedBy: by,
  comment,
  editedArgs,
  seenHash,
  decidedAt: new Date(),
  ...proof,
});

/** Has the access log tell of a decision that came by a signal: of the others the API tells, with their address. */
async function noteSignal(
  tx: Database,
  { id: target, hash }: StoredApproval,
  { status, by, via }: Pick<ApprovalEnd, 'status' | 'by'> & { via?: DecisionVia | undefined },
): Promise<void> {
  if (via !== 'signal') return;
  const decision = status === 'approved' ? 'approve' : 'reject';
  const detail = { decision, via, hash };
  await accessLog(tx).add({ by: by ?? null, action: 'approval.decided', target, detail });
}

/** A decision that is made waits for nobody: what people were told of it is read. */
async function markTold(tx: Database, { id, runId }: StoredApproval): Promise<void> {
  await tx
    .update(notifications)
    .set({ readAt: new Date() })
    .where(
      and(
        eq(notifications.runId, runId),
        eq(notifications.kind, 'run-waiting'),
        isNull(notifications.readAt),
        sql`starts_with(${notifications.id}, ${`${id}~`})`,
      ),
    );
}

/** Those of one approval that are stored. */
const mostRefusals = 20;

/** Writes what people decide of approvals. A decided approval never changes again. */
export function approvalDecisions(db: Database) {
  return {
    /** Stores a decision that did not count, once; gives the approval where it was not stored before. */
    async refuse(id: string, refusal: RefusedDecision): Promise<StoredApproval | undefined> {
      const isThis = eq(approvals.id, id);
      return db.transaction(async (tx) => {
        const [stored] = await tx
          .select({ refusals: approvals.refusals })
          .from(approvals)
          .where(isThis)
          .for('update');
        const earlier = stored?.refusals ?? [];
        const isStored = earlier.some((one) => isDeepStrictEqual(one, refusal));
        if (!stored || isStored || earlier.length >= mostRefusals) return undefined;
        const [row] = await tx
          .update(approvals)
          .set({ refusals: [...earlier, refusal] })
          .where(isThis)
          .returning(columns);
        return row;
      });
    },

    /**
     * Adds a voice to a pending approval, with the end that it brings.
     * @param voices those before it, and the new one.
     * @returns the approval as it is then; undefined where it was decided or has other voices by now.
     */
    async addVoice(
      id: string,
      voices: readonly Voice[],
      end: ApprovalEnd | undefined,
    ): Promise<StoredApproval | undefined> {
      return db.transaction(async (tx) => {
        const [row] = await tx
          .update(approvals)
          .set({ voices: [...voices], ...(end && columnsOf(end)) })
          .where(
            and(
              eq(approvals.id, id),
              eq(approvals.status, 'pending'),
              sql`json_array_length(${approvals.voices}) = ${voices.length - 1}`,
            ),
          )
          .returning(columns);
        if (row) await noteSignal(tx, row, { status: 'approved', ...voices.at(-1) });
        if (row && end) await markTold(tx, row);
        return row;
      });
    },

    /** Gives the approval as it is then; undefined where it was decided before. */
    async close(id: string, decision: ApprovalEnd): Promise<StoredApproval | undefined> {
      return tellingTransaction(db, async (tx) => {
        const [closed] = await tx
          .update(approvals)
          .set(columnsOf(decision))
          .where(and(eq(approvals.id, id), eq(approvals.status, 'pending')))
          .returning(columns);
        const { status, by, proof } = decision;
        if (closed) await noteSignal(tx, closed, { status, by, via: proof?.via });
        if (closed) await markTold(tx, closed);
        return closed;
      });
    },
  };
}
