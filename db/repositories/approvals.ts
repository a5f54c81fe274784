import { and, count, desc, eq } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { approvals } from '../schema/index.ts';
import type { ApprovalStatus } from '../schema/index.ts';

export type ApprovalRow = typeof approvals.$inferSelect;

/** Reads and writes the `approvals` table. A decided approval never changes again. */
export function approvalRepository(db: Database) {
  return {
    async request(approval: Omit<ApprovalRow, 'status' | 'decidedBy' | 'comment' | 'decidedAt'>) {
      await db
        .insert(approvals)
        .values({ ...approval, status: 'pending' })
        .onConflictDoNothing();
    },

    async get(id: string): Promise<ApprovalRow | undefined> {
      const [row] = await db.select().from(approvals).where(eq(approvals.id, id));
      return row;
    },

    /** Newest first. */
    async list(filter: { status?: ApprovalStatus; runId?: string; limit: number }) {
      return db
        .select()
        .from(approvals)
        .where(
          and(
            filter.status && eq(approvals.status, filter.status),
            filter.runId ? eq(approvals.runId, filter.runId) : undefined,
          ),
        )
        .orderBy(desc(approvals.requestedAt), desc(approvals.id))
        .limit(filter.limit);
    },

    async close(
      id: string,
      decision: { status: Exclude<ApprovalStatus, 'pending'>; by?: string; comment?: string },
    ) {
      await db
        .update(approvals)
        .set({
          status: decision.status,
          decidedBy: decision.by,
          comment: decision.comment,
          decidedAt: new Date(),
        })
        .where(and(eq(approvals.id, id), eq(approvals.status, 'pending')));
    },

    /** How many decisions a run waits for. */
    async pendingOf(runId: string): Promise<number> {
      const [row] = await db
        .select({ pending: count() })
        .from(approvals)
        .where(and(eq(approvals.runId, runId), eq(approvals.status, 'pending')));
      return row?.pending ?? 0;
    },
  };
}

export type ApprovalRepository = ReturnType<typeof approvalRepository>;
