import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { runs } from '../../schema/index.ts';
import type { RunRow } from './run-queries.ts';

/**
 * Holds a run and those that it retries until the transaction ends: nobody retries or prunes them meanwhile.
 * @returns whether all of them still have their details.
 */
export async function holdRetried(tx: Pick<Database, 'select'>, id: string): Promise<boolean> {
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

/** What retries a run; a run that only tries one of its nodes does not. */
const retries = (id: string) => and(eq(runs.retryOf, id), isNull(runs.triedNode));

/** Whether another run retries a run. */
export async function isRetried(tx: Pick<Database, 'select'>, id: string): Promise<boolean> {
  const [retry] = await tx.select({ id: runs.id }).from(runs).where(retries(id)).limit(1);
  return retry !== undefined;
}

/** Follows retries from run to run. */
export function retriedRuns(db: Database) {
  return {
    /** The runs that retry a run, oldest first. */
    async retriesOf(id: string): Promise<string[]> {
      const rows = await db
        .select({ id: runs.id })
        .from(runs)
        .where(retries(id))
        .orderBy(asc(runs.createdAt), asc(runs.id));
      return rows.map((row) => row.id);
    },

    /** The same of several runs at once, by the run that they retry. */
    async retriesOfEach(ids: readonly string[]): Promise<Map<string | null, string[]>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select({ id: runs.id, of: runs.retryOf })
        .from(runs)
        .where(and(inArray(runs.retryOf, [...ids]), isNull(runs.triedNode)))
        .orderBy(asc(runs.createdAt), asc(runs.id));
      const byRun = Map.groupBy(rows, ({ of }) => of);
      return new Map([...byRun].map(([of, found]) => [of, found.map(({ id }) => id)]));
    },

    /** All runs that retry one of some runs or try a node of it, directly or by way of others, oldest first. */
    async followersOf(ids: readonly string[]): Promise<string[]> {
      const following = sql`with recursive following as (
        select id from ${runs} where ${inArray(runs.retryOf, [...ids])}
        union select later.id from ${runs} later join following on later.retry_of = following.id
      ) select id from following`;
      const rows = await db
        .select({ id: runs.id })
        .from(runs)
        .where(sql`${runs.id} in (${following})`)
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
  };
}
