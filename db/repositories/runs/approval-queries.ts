import { and, asc, desc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import { ofTools } from '../../of-tools.ts';
import type { Database } from '../../open.ts';
import { approvals, runs } from '../../schema/index.ts';
import type { ApprovalStatus } from '../../schema/index.ts';
import { columns, token } from './approval-rows.ts';
import type { ApprovalRow, StoredApproval } from './approval-rows.ts';
import { withCallErrors } from './call-errors.ts';
import { titleOfRun } from './run-filter.ts';

/** Where a page of approvals ends: the time that they are ordered by, and the id of its last one. */
export type ApprovalCursor = { at: Date; id: string };

/** What older versions closed has no time of its decision. */
const decidedTime = sql<Date>`coalesce(${approvals.decidedAt}, ${approvals.requestedAt})`;

/** Who gave agents of a run instructions, or those of the runs that it retries. */
const instructedBy = sql<string[]>`coalesce(
  (with recursive line as (
    select ${runs.id} as id, ${runs.retryOf} as retry_of
    union all
    select earlier.id, earlier.retry_of from runs as earlier join line on earlier.id = line.retry_of
  )
  select jsonb_agg(distinct event.by) from access_events as event
  where event.action = 'run.instructed' and event.target in (select id from line) and event.by is not null), '[]')`;

/** What those who decided on an approval saw against it, and approved. */
const despite = sql<string[]>`coalesce(
  (select jsonb_agg(distinct reason) from access_events as event, jsonb_array_elements_text(event.detail -> 'despite') as reason
  where event.action = 'approval.decided' and event.target = ${approvals.id}), '[]')`;

const run = {
  pipeline: runs.pipeline,
  title: titleOfRun,
  input: runs.input,
  user: runs.user,
  startedBy: runs.startedBy,
  instructedBy,
};

/** What waits for a person who is to allow a call of one of some tools, in any version, with the run's user; the oldest first. */
export async function listAskedCalls(
  db: Database,
  tools: readonly string[],
): Promise<
  (Pick<StoredApproval, 'id' | 'runId' | 'tool' | 'args' | 'hash' | 'requestedAt' | 'expiresAt'> & {
    user: string;
  })[]
> {
  const { id, runId, tool, args, hash, requestedAt, expiresAt } = approvals;
  return db
    .select({ id, runId, tool, args, hash, requestedAt, expiresAt, user: runs.user })
    .from(approvals)
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .where(and(eq(approvals.status, 'pending'), ofTools(tool, tools)))
    .orderBy(asc(requestedAt), asc(id));
}

/** Finds approvals. */
export function approvalQueries(db: Database) {
  const withRuns = () =>
    db
      .select({ ...columns, run, despite })
      .from(approvals)
      .innerJoin(runs, eq(runs.id, approvals.runId));

  return {
    async get(id: string): Promise<ApprovalRow | undefined> {
      const [row] = await withCallErrors(db, await withRuns().where(eq(approvals.id, id)));
      return row;
    },

    /** What was asked for last under a hash in some runs. */
    async ofHash(hash: string, runIds: readonly string[]): Promise<StoredApproval | undefined> {
      const [row] = await db
        .select(columns)
        .from(approvals)
        .where(and(inArray(approvals.runId, [...runIds]), eq(approvals.hash, hash)))
        .orderBy(desc(approvals.requestedAt))
        .limit(1);
      return row;
    },

    /** The secret that a decision on it must carry; null where there is none. */
    async tokenOf(id: string): Promise<string | null> {
      const [row] = await db.select({ token }).from(approvals).where(eq(approvals.id, id));
      return row?.token ?? null;
    },

    /** The latest decision by which somebody declined the same thing at a node of a run; undefined where none did. */
    async declined(
      runId: string,
      { nodePath, hash }: Pick<StoredApproval, 'nodePath' | 'hash'>,
    ): Promise<StoredApproval | undefined> {
      const [row] = await db
        .select(columns)
        .from(approvals)
        .where(
          and(
            eq(approvals.runId, runId),
            eq(approvals.nodePath, nodePath),
            eq(approvals.hash, hash),
            eq(approvals.status, 'rejected'),
          ),
        )
        .orderBy(desc(approvals.decidedAt))
        .limit(1);
      return row;
    },

    /** Newest first: by when they were asked for, or decided. */
    async list(filter: {
      status?: ApprovalStatus | undefined;
      runId?: string | undefined;
      /** Only what is no longer pending, by when it was decided. */
      decided?: boolean | undefined;
      after?: ApprovalCursor | undefined;
      limit: number;
    }): Promise<ApprovalRow[]> {
      const { after } = filter;
      const time = filter.decided ? decidedTime : approvals.requestedAt;
      const rows = await withRuns()
        .where(
          and(
            filter.status && eq(approvals.status, filter.status),
            filter.decided ? ne(approvals.status, 'pending') : undefined,
            filter.runId ? eq(approvals.runId, filter.runId) : undefined,
            after &&
              sql`(${time}, ${approvals.id}) < (${sql.param(after.at, approvals.requestedAt)}, ${after.id})`,
          ),
        )
        .orderBy(desc(time), desc(approvals.id))
        .limit(filter.limit);
      return withCallErrors(db, rows);
    },

    /**
     * What people decided or some of them approved, oldest first by id.
     * @param page.after the id of the last one of the page before.
     * @param page.id of the only one.
     */
    async decided(page: {
      after?: string;
      id?: string;
      limit: number;
    }): Promise<(StoredApproval & { hasToken: boolean })[]> {
      return db
        .select({ ...columns, hasToken: sql<boolean>`${token} is not null` })
        .from(approvals)
        .where(
          and(
            or(
              inArray(approvals.status, ['approved', 'rejected']),
              sql`json_array_length(${approvals.voices}) > 0`,
            ),
            page.after === undefined ? undefined : gt(approvals.id, page.after),
            page.id === undefined ? undefined : eq(approvals.id, page.id),
          ),
        )
        .orderBy(asc(approvals.id))
        .limit(page.limit);
    },
  };
}
