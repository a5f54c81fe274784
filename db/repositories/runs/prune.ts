import { and, asc, count, eq, inArray, isNull, lt, not, notInArray, sql, sum } from 'drizzle-orm';
import { endStatuses, hasEnded } from '../../../contracts/runs/run.ts';
import type { RunStatus } from '../../../contracts/runs/run.ts';
import type { Database } from '../../open.ts';
import {
  artifacts,
  childPipelines,
  conversations,
  eventWaits,
  messages,
  modelRequests,
  runs,
  steps,
} from '../../schema/index.ts';
import { settlesWithinMs } from './effects.ts';

/** Which runs lose their details; a run must meet one of the first two. */
export type PruneTerms = {
  /** Those that ended before. */
  before?: Date | undefined;
  /** The oldest, until the details of ended runs take no more. */
  maxBytes?: number | undefined;
  /** Never those with these statuses. */
  keep?: readonly RunStatus[] | undefined;
};

type Details = { steps: number; messages: number; artifacts: number; bytes: number };
export type Prunable = Details & { id: string };

/** What selects a run. */
export type PruneCandidate = {
  id: string;
  status: RunStatus;
  endedAt: Date | null;
  retryOf: string | null;
  /** Whether it may not be known yet what its side effects came to: its steps tell. */
  isSettling: boolean;
  bytes: number;
};

/** Beside the texts of a row. */
const rowBytes = 200;
const prunedAtOnce = 20;

const hasSettled = () =>
  and(isNull(runs.openEffects), lt(runs.endedAt, new Date(Date.now() - settlesWithinMs)));

/**
 * Chooses runs, oldest first. A run counts as old as the newest of those that retry it: they read what they kept of it
 * from its details.
 * @param candidates all runs that still have their details.
 */
export function choosePruned(
  candidates: readonly PruneCandidate[],
  { before, maxBytes, keep = [] }: PruneTerms,
): string[] {
  const retries = Map.groupBy(candidates, ({ retryOf }) => retryOf);
  const known = new Map<string, number>();

  function neededUntil(run: PruneCandidate): number {
    const found = known.get(run.id);
    if (found !== undefined) return found;
    const isKept = !hasEnded(run.status) || keep.includes(run.status) || run.isSettling;
    const own = isKept || !run.endedAt ? Infinity : Number(run.endedAt);
    const until = Math.max(own, ...(retries.get(run.id) ?? []).map(neededUntil));
    known.set(run.id, until);
    return until;
  }

  const ended = candidates
    .filter((run) => neededUntil(run) < Infinity)
    // Of runs that are needed equally long, a retry goes before what it retries.
    .toSorted((a, b) => neededUntil(a) - neededUntil(b) || Number(b.endedAt) - Number(a.endedAt));
  let bytes = candidates.reduce((total, run) => total + run.bytes, 0);
  return ended.flatMap((run) => {
    const isOld = before !== undefined && neededUntil(run) < Number(before);
    const isTooMuch = maxBytes !== undefined && bytes > maxBytes;
    if (!isOld && !isTooMuch) return [];
    bytes -= run.bytes;
    return [run.id];
  });
}

/** Deletes steps, conversations, requests to models and artifacts of ended runs; the runs themselves stay, with their approvals and costs. */
export function pruneRepository(db: Database) {
  async function detailsOfRuns(): Promise<Map<string, Details>> {
    const found = new Map<string, Details>();
    const size = (...columns: unknown[]) =>
      sql<string>`coalesce(${sum(
        sql.join(
          columns.map((column) => sql`coalesce(pg_column_size(${column}), 0)`),
          sql` + `,
        ),
      )}, 0)`;
    const add = (id: string, part: Partial<Details> & { bytes: number }, rows: number) => {
      const all = found.get(id) ?? { steps: 0, messages: 0, artifacts: 0, bytes: 0 };
      found.set(id, { ...all, ...part, bytes: all.bytes + part.bytes + rows * rowBytes });
    };
    const ofSteps = await db
      .select({
        id: steps.runId,
        rows: count(),
        bytes: size(steps.input, steps.output, steps.attempts),
      })
      .from(steps)
      .groupBy(steps.runId);
    for (const { id, rows, bytes } of ofSteps) add(id, { steps: rows, bytes: Number(bytes) }, rows);
    const ofMessages = await db
      .select({ id: conversations.runId, rows: count(), bytes: size(messages.message) })
      .from(messages)
      .innerJoin(conversations, eq(messages.conversationId, conversations.id))
      .groupBy(conversations.runId);
    for (const { id, rows, bytes } of ofMessages) {
      add(id, { messages: rows, bytes: Number(bytes) }, rows);
    }
    const ofArtifacts = await db
      .select({ id: artifacts.runId, rows: count(), bytes: size(artifacts.content) })
      .from(artifacts)
      .groupBy(artifacts.runId);
    for (const { id, rows, bytes } of ofArtifacts) {
      add(id, { artifacts: rows, bytes: Number(bytes) }, rows);
    }
    return found;
  }

  return {
    /** The runs that would be pruned, in their order, with what they would lose, and how much there is in all. */
    async find(
      terms: PruneTerms,
    ): Promise<{ chosen: Prunable[]; of: { runs: number; bytes: number } }> {
      const { id, status, endedAt, retryOf } = runs;
      const rows = await db
        .select({ id, status, endedAt, retryOf, isSettling: sql<boolean>`not (${hasSettled()})` })
        .from(runs)
        .where(isNull(runs.prunedAt));
      const details = await detailsOfRuns();
      const none = { steps: 0, messages: 0, artifacts: 0, bytes: 0 };
      const detailsOf = (runId: string) => details.get(runId) ?? none;
      const candidates = rows.map((row) => ({ ...row, bytes: detailsOf(row.id).bytes }));
      const chosen = choosePruned(candidates, terms);
      return {
        chosen: chosen.map((runId) => ({ id: runId, ...detailsOf(runId) })),
        of: {
          runs: candidates.length,
          bytes: candidates.reduce((total, { bytes }) => total + bytes, 0),
        },
      };
    },

    /**
     * Deletes the details of runs, a few at a time. A run keeps them that is retried meanwhile, directly or through others.
     * @returns those that have lost them.
     */
    async prune<Run extends { id: string }>(chosen: readonly Run[]): Promise<Run[]> {
      const gone = new Set<string>();
      for (let from = 0; from < chosen.length; from += prunedAtOnce) {
        const some = chosen.slice(from, from + prunedAtOnce);
        for (const id of await pruneSome(some.map((run) => run.id))) gone.add(id);
      }
      // PGlite does not by itself make the room free for new rows.
      if (gone.size > 0) await db.execute(sql`vacuum ${messages}, ${steps}, ${artifacts}`);
      return chosen.filter(({ id }) => gone.has(id));
    },
  };

  /** Gives the ids of those that have lost their details. */
  async function pruneSome(ids: readonly string[]): Promise<string[]> {
    return db.transaction(async (tx) => {
      const isChosen = inArray(runs.id, [...ids]);
      // Whoever stores a retry holds them as well, and is seen by the next statement.
      await tx
        .select({ id: runs.id })
        .from(runs)
        .where(isChosen)
        .orderBy(asc(runs.id))
        .for('update');
      const isNeeded = sql`exists (
        with recursive retries as (
          select id, pruned_at from ${runs} retry where retry.retry_of = ${runs.id}
          union select later.id, later.pruned_at from ${runs} later join retries on later.retry_of = retries.id
        ) select 1 from retries where ${isNull(sql`pruned_at`)} and ${notInArray(sql`id`, [...ids])}
      )`;
      const pruned = await tx
        .update(runs)
        .set({ prunedAt: new Date() })
        .where(and(isChosen, inArray(runs.status, [...endStatuses]), hasSettled(), not(isNeeded)))
        .returning({ id: runs.id });
      const gone = pruned.map(({ id }) => id);
      await tx.delete(conversations).where(inArray(conversations.runId, gone));
      await tx.delete(steps).where(inArray(steps.runId, gone));
      await tx.delete(modelRequests).where(inArray(modelRequests.runId, gone));
      await tx.delete(artifacts).where(inArray(artifacts.runId, gone));
      await tx.delete(eventWaits).where(inArray(eventWaits.runId, gone));
      await tx.delete(childPipelines).where(inArray(childPipelines.runId, gone));
      return gone;
    });
  }
}
