import { eq, sql } from 'drizzle-orm';
import type { Moment } from '../../../contracts/tools/moment.ts';
import type { Database } from '../../open.ts';
import { runs } from '../../schema/index.ts';
import { endedChildPipelines } from './child-pipelines.ts';
import { holdRetried, isRetried, retriedRuns } from './retried-runs.ts';
import { runProgress } from './run-progress.ts';
import { runQueries } from './run-queries.ts';
import type { RunRow } from './run-queries.ts';

export type { RunRow } from './run-queries.ts';

/** What a run is stored with; it is a user's `local`, of priority `normal`, and without a budget unless said. */
export type NewRun = Pick<RunRow, 'id' | 'compiled' | 'input'> &
  Partial<
    Pick<
      RunRow,
      | 'kind'
      | 'agent'
      | 'user'
      | 'startedBy'
      | 'trigger'
      | 'cause'
      | 'priority'
      | 'budget'
      | 'notify'
      | 'idempotencyKey'
      | 'requestHash'
      | 'retryOf'
      | 'triedNode'
      | 'retry'
    >
  >;

/** On whose behalf a run's models are called, how soon, and for how much. */
export type RunTerms = Pick<RunRow, 'user' | 'priority' | 'budget'>;

/** Reads and writes the tables `runs` and `child_pipelines`. A run that has ended never changes again. */
export function runRepository(db: Database) {
  return {
    ...runQueries(db),
    ...retriedRuns(db),
    ...runProgress(db),
    ...endedChildPipelines(db),

    /**
     * Stores a run as `pending`. A retry needs the details of the runs before it.
     * @param options.unlessRetried does not store a retry of a run that another one retries.
     * @returns false, and changes nothing, where there is one under the id or under the user's key, or where a run before it
     * was pruned.
     */
    async insert(run: NewRun, { unlessRetried = false } = {}): Promise<boolean> {
      const { hash: version } = run.compiled;
      const { name: pipeline, title } = run.compiled.pipeline;
      return db.transaction(async (tx) => {
        if (run.retryOf) {
          if (!(await holdRetried(tx, run.retryOf))) return false;
          if (unlessRetried && (await isRetried(tx, run.retryOf))) return false;
        }
        const stored = await tx
          .insert(runs)
          .values({ ...run, pipeline, title, version, status: 'pending', createdAt: new Date() })
          .onConflictDoNothing()
          .returning({ id: runs.id });
        return stored.length > 0;
      });
    },

    /** @throws {Error} when there is no such run. */
    async terms(id: string): Promise<RunTerms> {
      const { user, priority, budget } = runs;
      const [row] = await db.select({ user, priority, budget }).from(runs).where(eq(runs.id, id));
      if (!row) throw new Error(`run ${id} not found`);
      return row;
    },

    /**
     * What a run works on, its input and its pipeline, and as of when.
     * @throws {Error} when there is no such run.
     */
    async subject(id: string): Promise<Pick<RunRow, 'input' | 'compiled' | 'moment'>> {
      const { input, compiled, moment } = runs;
      const [row] = await db.select({ input, compiled, moment }).from(runs).where(eq(runs.id, id));
      if (!row) throw new Error(`there is no run ${id}`);
      return row;
    },

    /** Fixes up to when a run may know of anything. Of two moments the first is kept, and given. */
    async fixMoment(id: string, moment: Moment): Promise<Moment> {
      const first = sql`coalesce(${runs.moment}, ${JSON.stringify(moment)}::jsonb)`;
      const [row] = await db
        .update(runs)
        .set({ moment: first })
        .where(eq(runs.id, id))
        .returning({ moment: runs.moment });
      return row?.moment ?? moment;
    },
  };
}

export type RunRepository = ReturnType<typeof runRepository>;
