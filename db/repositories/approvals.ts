import { and, desc, eq, getTableColumns, lt, or, sql } from 'drizzle-orm';
import type { JsonObject } from '../../contracts/json.ts';
import { askedOf } from '../announcements.ts';
import type { Database } from '../open.ts';
import { announce } from '../outbox.ts';
import { approvals, runs } from '../schema/index.ts';
import type { ApprovalStatus } from '../schema/index.ts';

type StoredApproval = typeof approvals.$inferSelect;

/** An approval with what its run was started as. */
export type ApprovalRow = StoredApproval & {
  run: { pipeline: string; title: string | null; input: JsonObject };
};

type RequestedApproval = Omit<
  StoredApproval,
  'status' | 'decidedBy' | 'comment' | 'decidedAt' | 'tool' | 'args' | 'editedArgs'
> &
  Partial<Pick<StoredApproval, 'tool' | 'args'>>;

/** How an approval ended. */
export type ApprovalEnd = {
  status: Exclude<ApprovalStatus, 'pending'>;
  by?: string;
  comment?: string;
  editedArgs?: JsonObject;
};

/** Where a page of approvals ends: the request's time and the id of its last one. */
export type ApprovalCursor = { requestedAt: Date; id: string };

const run = {
  pipeline: runs.pipeline,
  title: sql<string | null>`${runs.compiled} -> 'pipeline' ->> 'title'`,
  input: runs.input,
};

/** Reads and writes the `approvals` table. A decided approval never changes again. */
export function approvalRepository(db: Database) {
  const withRuns = () =>
    db
      .select({ ...getTableColumns(approvals), run })
      .from(approvals)
      .innerJoin(runs, eq(runs.id, approvals.runId));

  return {
    /** Stores what a person is asked for, and what the run's user is told of it, both or neither. */
    async request(approval: RequestedApproval) {
      await db.transaction(async (tx) => {
        await tx
          .insert(approvals)
          .values({ ...approval, status: 'pending' })
          .onConflictDoNothing();
        const [row] = await tx.select().from(runs).where(eq(runs.id, approval.runId));
        if (row) await announce(tx, askedOf(row, approval));
      });
    },

    async get(id: string): Promise<ApprovalRow | undefined> {
      const [row] = await withRuns().where(eq(approvals.id, id));
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
      return withRuns()
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

    /** Gives the approval as it is then; undefined where it was decided before. */
    async close(id: string, decision: ApprovalEnd): Promise<StoredApproval | undefined> {
      const [closed] = await db
        .update(approvals)
        .set({
          status: decision.status,
          decidedBy: decision.by,
          comment: decision.comment,
          editedArgs: decision.editedArgs,
          decidedAt: new Date(),
        })
        .where(and(eq(approvals.id, id), eq(approvals.status, 'pending')))
        .returning();
      return closed;
    },
  };
}

export type ApprovalRepository = ReturnType<typeof approvalRepository>;
