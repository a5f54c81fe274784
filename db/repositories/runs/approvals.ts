import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { approvals, runs } from '../../schema/index.ts';
import { approvalDecisions } from './approval-decisions.ts';
import { approvalQueries } from './approval-queries.ts';
import { columns, token } from './approval-rows.ts';
import type { StoredApproval } from './approval-rows.ts';
import { tell, tellingTransaction, toldOf } from './tell-approvers.ts';

export type { ApprovalRow } from './approval-rows.ts';

type RequestedApproval = Omit<
  StoredApproval,
  | 'status'
  | 'decidedBy'
  | 'comment'
  | 'decidedAt'
  | 'tool'
  | 'args'
  | 'editedArgs'
  | 'outside'
  | 'refusals'
  | 'via'
  | 'seenHash'
  | 'signature'
  | 'quorum'
  | 'voices'
  | 'escalation'
  | 'escalatedAt'
> &
  Partial<Pick<StoredApproval, 'tool' | 'args' | 'outside' | 'quorum' | 'escalation'>> & {
    token?: string;
  };

/** Reads and writes the `approvals` table. A decided approval never changes again. */
export function approvalRepository(db: Database) {
  return {
    ...approvalQueries(db),
    ...approvalDecisions(db),

    /**
     * Stores what a person is asked for, and what the run's user is told of it, both or neither.
     * @returns the token that is stored, which is the first one where it was stored before.
     */
    async request(approval: RequestedApproval): Promise<string | null> {
      return db.transaction(async (tx) => {
        await tx
          .insert(approvals)
          .values({ ...approval, status: 'pending' })
          .onConflictDoNothing();
        const row = await toldOf(tx, approval.runId);
        if (row) await tell(tx, row, approval, 'waiting');
        const [stored] = await tx
          .select({ token })
          .from(approvals)
          .where(eq(approvals.id, approval.id));
        return stored?.token ?? null;
      });
    },

    /** Tells those who are asked once more, while nobody has decided. */
    async remind(id: string): Promise<void> {
      await tellingTransaction(db, async (tx) => {
        const [row] = await tx
          .select({ approval: columns, run: runs })
          .from(approvals)
          .innerJoin(runs, eq(runs.id, approvals.runId))
          .where(and(eq(approvals.id, id), eq(approvals.status, 'pending')));
        if (row) await tell(tx, row.run, row.approval, 'reminder');
      });
    },

    /**
     * From now on, those of the escalation may decide as well, and are told.
     * @returns the approval, where it was pending and not escalated.
     */
    async escalate(id: string): Promise<StoredApproval | undefined> {
      return tellingTransaction(db, async (tx) => {
        const [escalated] = await tx
          .update(approvals)
          .set({ escalatedAt: new Date() })
          .where(
            and(
              eq(approvals.id, id),
              eq(approvals.status, 'pending'),
              isNull(approvals.escalatedAt),
            ),
          )
          .returning(columns);
        if (!escalated) return undefined;
        const [row] = await tx.select().from(runs).where(eq(runs.id, escalated.runId));
        if (row) await tell(tx, row, escalated, 'escalated');
        return escalated;
      });
    },
  };
}

export type ApprovalRepository = ReturnType<typeof approvalRepository>;
