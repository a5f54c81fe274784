import { and, asc, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { FinishRunInput } from '../../contracts/activities.ts';
import type { Interruption, RunStatus } from '../../contracts/run.ts';
import type { Database } from '../open.ts';
import { approvals, runs } from '../schema/index.ts';

export type RunRow = typeof runs.$inferSelect;

/** Where a page of runs ends: the creation time and id of its last run. */
export type RunCursor = { createdAt: Date; id: string };

/** What a run is stored with; it is a user's `local`, of priority `normal`, and without a budget unless said. */
export type NewRun = Pick<RunRow, 'id' | 'compiled' | 'input'> &
  Partial<Pick<RunRow, 'user' | 'priority' | 'budget'>>;

export type RunEnd = Omit<FinishRunInput, 'runId'>;

/** Reads and writes the `runs` table. A run that has ended never changes again. */
export function runRepository(db: Database) {
  const open = (id: string) =>
    and(eq(runs.id, id), inArray(runs.status, ['pending', 'in_progress', 'waiting']));

  return {
    /** Stores a run as `pending`; a second insert under the same id changes nothing. */
    async insert(run: NewRun) {
      const pipeline = run.compiled.pipeline.name;
      await db
        .insert(runs)
        .values({ ...run, pipeline, status: 'pending', createdAt: new Date() })
        .onConflictDoNothing();
    },

    async get(id: string): Promise<RunRow | undefined> {
      const [row] = await db.select().from(runs).where(eq(runs.id, id));
      return row;
    },

    /**
     * On whose behalf a run's models are called, how soon, and for how much.
     * @throws {Error} when there is no such run.
     */
    async terms(id: string): Promise<Pick<RunRow, 'user' | 'priority' | 'budget'>> {
      const { user, priority, budget } = runs;
      const [row] = await db.select({ user, priority, budget }).from(runs).where(eq(runs.id, id));
      if (!row) throw new Error(`there is no run ${id}`);
      return row;
    },

    /** Newest first. */
    async list(filter: {
      status?: RunStatus;
      pipeline?: string;
      after?: RunCursor;
      limit: number;
    }): Promise<RunRow[]> {
      const { status, pipeline, after, limit } = filter;
      return db
        .select()
        .from(runs)
        .where(
          and(
            status && eq(runs.status, status),
            pipeline ? eq(runs.pipeline, pipeline) : undefined,
            after &&
              or(
                lt(runs.createdAt, after.createdAt),
                and(eq(runs.createdAt, after.createdAt), lt(runs.id, after.id)),
              ),
          ),
        )
        .orderBy(desc(runs.createdAt), desc(runs.id))
        .limit(limit);
    },

    /** Runs that were stored but whose workflow may never have been started. */
    async pending(): Promise<RunRow[]> {
      return db.select().from(runs).where(eq(runs.status, 'pending'));
    },

    /** Ids of the runs whose workflow was under way when it was last heard of. */
    async underWay(): Promise<string[]> {
      const rows = await db
        .select({ id: runs.id })
        .from(runs)
        .where(inArray(runs.status, ['in_progress', 'waiting']))
        .orderBy(asc(runs.createdAt));
      return rows.map((row) => row.id);
    },

    async start(id: string) {
      await db
        .update(runs)
        .set({ status: 'in_progress', startedAt: new Date() })
        .where(and(eq(runs.id, id), eq(runs.status, 'pending')));
    },

    /** A run that has not ended is `waiting` while a person is asked or an agent stands still, else `in_progress`. */
    async settleWaiting(id: string) {
      const asked = sql`exists (select 1 from ${approvals} where ${approvals.runId} = ${id} and ${approvals.status} = 'pending')`;
      const status = sql`case when ${asked} or ${runs.interrupted} <> '{}'::jsonb then 'waiting' else 'in_progress' end`;
      await db.update(runs).set({ status }).where(open(id));
    },

    /** Notes that an agent stands still. */
    async interrupt(id: string, nodePath: string, interruption: Interruption) {
      const entry = { [nodePath]: { ...interruption, at: new Date().toISOString() } };
      await db
        .update(runs)
        .set({ interrupted: sql`${runs.interrupted} || ${JSON.stringify(entry)}::jsonb` })
        .where(open(id));
    },

    /** Notes that an agent goes on. */
    async resume(id: string, nodePath: string) {
      await db
        .update(runs)
        .set({ interrupted: sql`${runs.interrupted} - ${nodePath}::text` })
        .where(open(id));
    },

    /** Ends a run. Ending it twice keeps the first end. */
    async finish(id: string, end: RunEnd) {
      await db
        .update(runs)
        .set({ ...end, interrupted: {}, endedAt: new Date() })
        .where(open(id));
    },
  };
}

export type RunRepository = ReturnType<typeof runRepository>;
