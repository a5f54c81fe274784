import { and, desc, eq, lt, or } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { approvals } from '../schema/index.ts';
import type { ApprovalStatus } from '../schema/index.ts';

export type ApprovalRow = typeof approvals.$inferSelect;

/** Where a page of approvals ends: the request's time and the id of its last one. */
export type ApprovalCursor = { requestedAt: Date; id: string };

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
    async list(filter: {
      status?: ApprovalStatus;
      runId?: string;
      after?: ApprovalCursor;
      limit: number;
    }): Promise<ApprovalRow[]> {
      const { after } = filter;
      return db
        .select()
        .from(approvals)
        .where(
          and(
            filter.status && eq(approvals.status, filter.status),
            filter.runId ? eq(approvals.runId, filter.runId) : undefined,
            after &&
              or(
                lt(approvals.requestedAt, after.requestedAt),
                and(eq(approvals.requestedAt, after.requestedAt), lt(approvals.id, after.id)),
              ),
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
  };
}

export type ApprovalRepository = ReturnType<typeof approvalRepository>;
