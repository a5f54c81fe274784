import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FinishChildInput, FinishRunInput } from '../../../contracts/activities/index.ts';
import type { Interruption, NodeState } from '../../../contracts/runs/run.ts';
import type { Moment } from '../../../contracts/tools/moment.ts';
import type { RunEffect } from '../../../contracts/runs/effects.ts';
import { endOfRun, settledEffects } from '../notifications/announcements.ts';
import type { Database } from '../../open.ts';
import { announce } from '../notifications/outbox.ts';
import { approvals, childPipelines, runs } from '../../schema/index.ts';
import { whileShowing } from '../../sealing.ts';
import { holdsText, newestFirst, titleOfRun, whereOf } from './run-filter.ts';
import type { RunConditions, RunFilter } from './run-filter.ts';

export type RunRow = typeof runs.$inferSelect;

/** What a run is stored with; it is a user's `local`, of priority `normal`, and without a budget unless said. */
export type NewRun = Pick<RunRow, 'id' | 'compiled' | 'input'> &
  Partial<
    Pick<
      RunRow,
      | 'kind'
      | 'agent'
      | 'user'
      | 'startedBy'
      | 'priority'
      | 'budget'
      | 'notify'
      | 'idempotencyKey'
      | 'requestHash'
      | 'retryOf'
      | 'retry'
    >
  >;

/** On whose behalf a run's models are called, how soon, and for how much. */
export type RunTerms = Pick<RunRow, 'user' | 'priority' | 'budget'>;

/** How a run ended; `nodes` is null where their states could not be read. */
export type RunEnd = Omit<FinishRunInput, 'runId' | 'nodes'> & { nodes: NodeState[] | null };

/** Runs that a search for a text reads at once. */
const searchedAtOnce = 500;

/** The steps whose side effect is open; null where none is. */
function openKeys(effects: readonly RunEffect[]): string[] | null {
  const keys = effects.flatMap(({ key, state }) => (state === 'open' ? [key] : []));
  return keys.length > 0 ? keys : null;
}

/**
 * Holds a run and those that it retries until the transaction ends: nobody retries or prunes them meanwhile.
 * @returns whether all of them still have their details.
 */
async function holdRetried(tx: Pick<Database, 'select'>, id: string): Promise<boolean> {
  const chain = sql`with recursive chain as (
    select id, retry_of from ${runs} where id = ${id}
    union select earlier.id, earlier.retry_of from ${runs} earlier join chain on earlier.id = chain.retry_of
  ) select id from chain`;
  const held = await tx
    .select({ prunedAt: runs.prunedAt })
    .from(runs)
    .where(sql`${runs.id} in (${chain})`)
    .orderBy(asc(runs.id))
    .for('update');
  return held.every(({ prunedAt }) => prunedAt === null);
}

async function isRetried(tx: Pick<Database, 'select'>, id: string): Promise<boolean> {
  const [retry] = await tx.select({ id: runs.id }).from(runs).where(eq(runs.retryOf, id)).limit(1);
  return retry !== undefined;
}

/** Reads and writes the tables `runs` and `child_pipelines`. A run that has ended never changes again. */
export function runRepository(db: Database) {
  const open = (id: string) =>
    and(eq(runs.id, id), inArray(runs.status, ['pending', 'in_progress', 'waiting']));

  async function idsOf(
    where: SQL | undefined,
    { after, limit }: { after?: string; limit: number },
  ): Promise<string[]> {
    const rows = await db
      .select({ id: runs.id })
      .from(runs)
      .where(and(where, after === undefined ? undefined : gt(runs.id, after)))
      .orderBy(asc(runs.id))
      .limit(limit);
    return rows.map(({ id }) => id);
  }

  /** Ids of the newest runs that hold a text. They are read in parts, since SQL cannot look into sealed inputs. */
  async function withText(text: string, filter: RunConditions, limit: number): Promise<string[]> {
    const { id, createdAt, pipeline, input } = runs;
    const found: string[] = [];
    let { after } = filter;
    for (;;) {
      const part = await db
        .select({ id, createdAt, pipeline, input, title: titleOfRun })
        .from(runs)
        .where(whereOf({ ...filter, ...(after && { after }) }))
        .orderBy(...newestFirst)
        .limit(searchedAtOnce);
      found.push(...part.filter((row) => holdsText(row, text)).map((row) => row.id));
      after = part.at(-1);
      if (!after || part.length < searchedAtOnce || found.length >= limit) break;
    }
    return found.slice(0, limit);
  }

  return {
    /**
     * Stores a run as `pending`. A retry needs the details of the runs before it.
     * @param options.unlessRetried does not store a retry of a run that another one retries.
     * @returns false, and changes nothing, where there is one under the id or under the user's key, or where a run before it
     * was pruned.
     */
    async insert(run: NewRun, { unlessRetried = false } = {}): Promise<boolean> {
      const { name: pipeline, title } = run.compiled.pipeline;
      return db.transaction(async (tx) => {
        if (run.retryOf) {
          if (!(await holdRetried(tx, run.retryOf))) return false;
          if (unlessRetried && (await isRetried(tx, run.retryOf))) return false;
        }
        const stored = await tx
          .insert(runs)
          .values({ ...run, pipeline, title, status: 'pending', createdAt: new Date() })
          .onConflictDoNothing()
          .returning({ id: runs.id });
        return stored.length > 0;
      });
    },

    /** The run that a user started under a key. */
    async ofKey(user: string, idempotencyKey: string): Promise<RunRow | undefined> {
      const [row] = await db
        .select()
        .from(runs)
        .where(and(eq(runs.user, user), eq(runs.idempotencyKey, idempotencyKey)));
      return row;
    },

    async get(id: string): Promise<RunRow | undefined> {
      const [row] = await db.select().from(runs).where(eq(runs.id, id));
      return row;
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

    /** The runs that retry a run, oldest first. */
    async retriesOf(id: string): Promise<string[]> {
      const rows = await db
        .select({ id: runs.id })
        .from(runs)
        .where(eq(runs.retryOf, id))
        .orderBy(asc(runs.createdAt), asc(runs.id));
      return rows.map((row) => row.id);
    },

    /** The run that a run retries. */
    async retriedBy(id: string): Promise<string | undefined> {
      const [row] = await db.select({ of: runs.retryOf }).from(runs).where(eq(runs.id, id));
      return row?.of ?? undefined;
    },

    /** A run and those that it retries, the latest first: whom each runs for, who started it, and when it was pruned. */
    async requestersOf(
      id: string,
    ): Promise<Pick<RunRow, 'id' | 'user' | 'startedBy' | 'prunedAt'>[]> {
      const { user, startedBy, retryOf, prunedAt } = runs;
      const found: Pick<RunRow, 'id' | 'user' | 'startedBy' | 'prunedAt'>[] = [];
      for (let next: string | null = id; next !== null;) {
        const [row] = await db
          .select({ id: runs.id, user, startedBy, retryOf, prunedAt })
          .from(runs)
          .where(eq(runs.id, next));
        if (row) found.push(row);
        next = row?.retryOf ?? null;
      }
      return found;
    },

    /** Newest first. */
    async list({ limit, text, ...filter }: RunFilter & { limit: number }): Promise<RunRow[]> {
      const rows = db.select().from(runs);
      const found = text ? inArray(runs.id, await withText(text, filter, limit)) : whereOf(filter);
      return rows
        .where(found)
        .orderBy(...newestFirst)
        .limit(limit);
    },

    /**
     * Ids of runs that were stored before a time but whose workflow may never have been started; a page of them in the
     * order of their ids.
     * @param page.after the last id of the page before.
     */
    async pending(storedBefore: Date, page: { after?: string; limit: number }): Promise<string[]> {
      return idsOf(and(eq(runs.status, 'pending'), lt(runs.createdAt, storedBefore)), page);
    },

    /** The newest runs of a pipeline for a user that ended since an instant without completing. */
    async broken({
      pipeline,
      user,
      since,
      limit,
    }: Pick<RunRow, 'pipeline' | 'user'> & { since: Date; limit: number }): Promise<
      Pick<RunRow, 'id' | 'status' | 'endedAt' | 'input'>[]
    > {
      const { id, status, endedAt, input, createdAt } = runs;
      const isBroken = inArray(status, ['failed', 'cancelled', 'timeout']);
      const isOfPipeline = and(eq(runs.pipeline, pipeline), eq(runs.user, user));
      return db
        .select({ id, status, endedAt, input })
        .from(runs)
        .where(and(gt(createdAt, since), isBroken, isOfPipeline))
        .orderBy(...newestFirst)
        .limit(limit);
    },

    /**
     * The runs that are not settled, in pages as `pending` has them: their workflow was under way when it was last
     * heard of, or they have ended and side effects of theirs are open.
     */
    async unsettled({
      after,
      limit,
    }: {
      after?: string;
      limit: number;
    }): Promise<Pick<RunRow, 'id' | 'status' | 'endedAt'>[]> {
      const { id, status, endedAt, openEffects } = runs;
      const isUnderWay = inArray(status, ['in_progress', 'waiting']);
      return db
        .select({ id, status, endedAt })
        .from(runs)
        .where(
          and(
            or(isUnderWay, isNotNull(openEffects)),
            after === undefined ? undefined : gt(id, after),
          ),
        )
        .orderBy(asc(id))
        .limit(limit);
    },

    /** False where it had begun before. */
    async start(id: string): Promise<boolean> {
      const begun = await db
        .update(runs)
        .set({ status: 'in_progress', startedAt: new Date() })
        .where(and(eq(runs.id, id), eq(runs.status, 'pending')))
        .returning({ id: runs.id });
      return begun.length > 0;
    },

    /** A run that has not ended is `waiting` while a person is asked or an agent stands still, else `in_progress`. */
    async settleWaiting(id: string) {
      const asked = sql`exists (select 1 from ${approvals} where ${approvals.runId} = ${id} and ${approvals.status} = 'pending')`;
      const status = sql`case when ${asked} or ${runs.interrupted} <> '{}'::jsonb then 'waiting' else 'in_progress' end`;
      await db.update(runs).set({ status }).where(open(id));
    },

    /** Records that a run that has not ended was asked to stop. The first who asked is kept. */
    async askToStop(id: string, cancel: NonNullable<RunRow['cancel']>) {
      await db
        .update(runs)
        .set({ cancel })
        .where(and(open(id), isNull(runs.cancel)));
    },

    /** Notes that an agent stands still. */
    async interrupt(id: string, nodePath: string, interruption: Interruption) {
      const entry = { [nodePath]: { ...interruption, at: new Date().toISOString() } };
      await db
        .update(runs)
        .set({
          interrupted: sql`${runs.interrupted} || ${sql.param(entry, runs.interrupted)}::jsonb`,
        })
        .where(open(id));
    },

    /** Notes that an agent goes on. */
    async resume(id: string, nodePath: string) {
      await db
        .update(runs)
        .set({ interrupted: sql`${runs.interrupted} - ${nodePath}::text` })
        .where(open(id));
    },

    /**
     * Ends a run and writes what its user is told of it, both or neither. Ending it twice keeps the first end.
     * @param effects the side effects of the run.
     */
    async finish(id: string, end: RunEnd, effects: readonly RunEffect[] = []) {
      await whileShowing(() =>
        db.transaction(async (tx) => {
          const [ended] = await tx
            .update(runs)
            .set({
              ...end,
              errorType: end.error?.type,
              interrupted: {},
              openEffects: openKeys(effects),
              endedAt: new Date(),
            })
            .where(open(id))
            .returning();
          if (ended) await announce(tx, endOfRun(ended, end, effects));
        }),
      );
    },

    /**
     * Takes note of what open side effects of an ended run have come to, and tells its user.
     * @param effects the side effects of the run as they are now.
     */
    async settleEffects(id: string, effects: readonly RunEffect[]) {
      await whileShowing(() =>
        db.transaction(async (tx) => {
          const [run] = await tx.select().from(runs).where(eq(runs.id, id)).for('update');
          const before = run?.openEffects ?? [];
          const settled = effects.filter(
            ({ key, state }) => state !== 'open' && before.includes(key),
          );
          const openEffects = openKeys(effects);
          if (!run || (settled.length === 0 && openEffects !== null)) return;
          await tx.update(runs).set({ openEffects }).where(eq(runs.id, id));
          if (settled.length > 0) await announce(tx, settledEffects(run, settled));
        }),
      );
    },

    /** Keeps how the nodes of a child pipeline came out. Of two ends the first is kept. */
    async finishChild(child: FinishChildInput) {
      await db
        .insert(childPipelines)
        .values({ ...child, endedAt: new Date() })
        .onConflictDoNothing();
    },

    /** The nodes of a child pipeline that has ended; undefined while it goes on, or where nothing was kept. */
    async childNodes(runId: string, path: string): Promise<NodeState[] | undefined> {
      const [row] = await db
        .select({ nodes: childPipelines.nodes })
        .from(childPipelines)
        .where(and(eq(childPipelines.runId, runId), eq(childPipelines.path, path)));
      return row?.nodes;
    },
  };
}

export type RunRepository = ReturnType<typeof runRepository>;
