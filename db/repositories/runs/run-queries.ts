import { and, asc, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { runs } from '../../schema/index.ts';
import type { CostPeriod } from '../models/model-calls.ts';
import { overviewOf } from './overview.ts';
import { hasFailed, holdsText, newestFirst, titleOfRun, whereOf } from './run-filter.ts';
import type { RunConditions, RunFilter, SoughtInside } from './run-filter.ts';

export type RunRow = typeof runs.$inferSelect;

/** Runs that a search goes through at once, and of how many of them their inputs and what they ended with are read, which can be large. */
const searchedAtOnce = 500;
const readAtOnce = 25;

/** Finds runs. */
export function runQueries(db: Database) {
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

  /** Ids of the newest runs in which something is found. They are read in parts, since SQL cannot look into what is sealed. */
  async function withInside(
    sought: SoughtInside,
    filter: RunConditions,
    limit: number,
  ): Promise<string[]> {
    const { id, createdAt, pipeline } = runs;
    const found: string[] = [];
    let { after } = filter;
    for (;;) {
      const part = await db
        .select({ id, createdAt, pipeline, title: titleOfRun })
        .from(runs)
        .where(whereOf({ ...filter, ...(after && { after }) }))
        .orderBy(...newestFirst)
        .limit(searchedAtOnce);
      for (let at = 0; at < part.length && found.length < limit; at += readAtOnce) {
        found.push(...(await holding(part.slice(at, at + readAtOnce), sought)));
      }
      after = part.at(-1);
      if (!after || part.length < searchedAtOnce || found.length >= limit) break;
    }
    return found.slice(0, limit);
  }

  type Looked = Pick<RunRow, 'id' | 'pipeline' | 'title'>;

  /** Which runs of a part hold what is sought; what is large is read of those alone that it can decide. */
  async function holding(part: Looked[], { text, failedNode }: SoughtInside): Promise<string[]> {
    const isNamed = ({ id, title, pipeline }: Looked) =>
      text === undefined || holdsText([id, title ?? pipeline], text);
    const inputs = await inputsOf(part.filter((row) => !isNamed(row)).map(({ id }) => id));
    const isFound = (row: Looked) =>
      isNamed(row) || holdsText([inputs.get(row.id) ?? null], text ?? '');
    const open = part.filter((row) => failedNode !== undefined || !isFound(row));
    const ids = open.map(({ id }) => id);
    const ends = new Map((await endsOf(ids, { text, failedNode })).map((row) => [row.id, row]));
    return part
      .filter((row) => {
        const end = ends.get(row.id);
        if (failedNode !== undefined && !hasFailed(end?.nodes ?? null, failedNode)) return false;
        return isFound(row) || holdsText([end?.output ?? null, end?.error ?? null], text ?? '');
      })
      .map(({ id }) => id);
  }

  async function inputsOf(ids: string[]): Promise<Map<string, RunRow['input']>> {
    if (ids.length === 0) return new Map();
    const { id, input } = runs;
    const rows = await db.select({ id, input }).from(runs).where(inArray(id, ids));
    return new Map(rows.map((row) => [row.id, row.input]));
  }

  /** What runs ended with, as far as it is looked into. */
  async function endsOf(ids: string[], { text, failedNode }: SoughtInside) {
    if (ids.length === 0) return [];
    const { id, output, error, nodes } = runs;
    const none = sql<null>`null`;
    const rows = db.select({
      id,
      output: text === undefined ? none : output,
      error: text === undefined ? none : error,
      nodes: failedNode === undefined ? none : nodes,
    });
    return rows.from(runs).where(inArray(id, ids));
  }

  return {
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

    /** How the runs and model calls of a period went. */
    overview: (period: CostPeriod) => overviewOf(db, period),

    /** Newest first. */
    async list({
      limit,
      text,
      failedNode,
      ...filter
    }: RunFilter & { limit: number }): Promise<RunRow[]> {
      const rows = db.select().from(runs);
      const isInside = text !== undefined || failedNode !== undefined;
      const found = isInside
        ? inArray(runs.id, await withInside({ text, failedNode }, filter, limit))
        : whereOf(filter);
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
  };
}
