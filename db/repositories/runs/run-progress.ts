import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { FinishRunInput } from '../../../contracts/activities/index.ts';
import type { RunEffect } from '../../../contracts/runs/effects.ts';
import type { Interruption, NodeState } from '../../../contracts/runs/run.ts';
import type { Database } from '../../open.ts';
import { approvals, eventWaits, runs } from '../../schema/index.ts';
import { whileShowing } from '../../sealing.ts';
import { endOfRun, settledEffects } from '../notifications/announcements.ts';
import { announce } from '../notifications/outbox.ts';
import type { RunRow } from './run-queries.ts';

/** How a run ended; `nodes` is null where their states could not be read. */
export type RunEnd = Omit<FinishRunInput, 'runId' | 'nodes'> & { nodes: NodeState[] | null };

/** The steps whose side effect is open; null where none is. */
function openKeys(effects: readonly RunEffect[]): string[] | null {
  const keys = effects.flatMap(({ key, state }) => (state === 'open' ? [key] : []));
  return keys.length > 0 ? keys : null;
}

/** Now; its nodes go by the clock of its workflow, which may be ahead. */
function endAfter(nodes: readonly NodeState[]): Date {
  return new Date(Math.max(Date.now(), ...nodes.map(({ endedAt = 0 }) => endedAt)));
}

/** Writes how runs go on and end. A run that has ended never changes again. */
export function runProgress(db: Database) {
  const open = (id: string) =>
    and(eq(runs.id, id), inArray(runs.status, ['pending', 'in_progress', 'waiting']));

  return {
    /**
     * Notes when the first node of a run begins that is pending until a model takes it on.
     * @param at by the clock of its nodes.
     */
    async noteStart(id: string, at: Date) {
      await db
        .update(runs)
        .set({ startedAt: at })
        .where(and(eq(runs.id, id), eq(runs.status, 'pending'), isNull(runs.startedAt)));
    },

    /**
     * False where it had begun before. What was noted of its start stays.
     * @param at by the clock of its nodes, so that none seems to begin before its run.
     */
    async start(id: string, at = new Date()): Promise<boolean> {
      const begun = await db
        .update(runs)
        .set({
          status: 'in_progress',
          startedAt: sql`coalesce(${runs.startedAt}, ${sql.param(at, runs.startedAt)})`,
        })
        .where(and(eq(runs.id, id), eq(runs.status, 'pending')))
        .returning({ id: runs.id });
      return begun.length > 0;
    },

    /** A run that has not ended is `waiting` while a person is asked, an event is awaited or an agent stands still, else `in_progress`. */
    async settleWaiting(id: string) {
      const asked = sql`exists (select 1 from ${approvals} where ${approvals.runId} = ${id} and ${approvals.status} = 'pending')`;
      const awaited = sql`exists (select 1 from ${eventWaits} where ${eventWaits.runId} = ${id} and ${eventWaits.status} = 'waiting')`;
      const status = sql`case when ${asked} or ${awaited} or ${runs.interrupted} <> '{}'::jsonb then 'waiting' else 'in_progress' end`;
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
              // What no model has taken on has not begun.
              startedAt: sql`case when ${runs.status} = 'pending' then null else ${runs.startedAt} end`,
              endedAt: endAfter(end.nodes ?? []),
            })
            .where(open(id))
            .returning();
          if (!ended) return;
          // Its workflow may have been terminated, and so could not say that it waits no more.
          const isOpen = and(eq(eventWaits.runId, id), eq(eventWaits.status, 'waiting'));
          await tx.update(eventWaits).set({ status: 'ended' }).where(isOpen);
          await announce(tx, endOfRun(ended, end, effects));
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
  };
}
