import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt, inArray, lt, lte, ne, or } from 'drizzle-orm';
import { timeId } from '../../../contracts/base/time-id.ts';
import type { Database } from '../../open.ts';
import { runs, triggerFirings } from '../../schema/index.ts';
import { announce } from '../notifications/outbox.ts';
import type { TriggerRow } from './triggers.ts';

export type FiringRow = typeof triggerFirings.$inferSelect;
export type NewFiring = Pick<FiringRow, 'trigger' | 'kind' | 'at' | 'event'> & {
  /** Tells what fired it from anything else that did: what happened once fires once. */
  key: string;
  by?: string;
  /** When it came; left out, now. */
  createdAt?: Date;
  /** Until when it is left to who brings it; left out, it is not. */
  dueAt?: Date;
};

/** Where a page of firings ends. */
export type FiringCursor = { createdAt: Date; id: string };

/** Nobody starts it meanwhile. */
const never = new Date('9999-01-01T00:00:00Z');

const open = ['pending', 'in_progress', 'waiting'] as const;

/** The history of triggers: each firing, and what became of it. */
export function firingRepository(db: Database) {
  const isPending = (id: string) =>
    and(eq(triggerFirings.id, id), eq(triggerFirings.status, 'pending'));

  async function get(id: string): Promise<FiringRow | undefined> {
    const [row] = await db.select().from(triggerFirings).where(eq(triggerFirings.id, id));
    return row;
  }

  /** Notes a firing, whose run is started later. @returns it, or the one that was noted of the same before. */
  async function record({
    key,
    trigger,
    createdAt = new Date(),
    dueAt = createdAt,
    ...firing
  }: NewFiring): Promise<FiringRow> {
    const id = `${trigger}~${key}`;
    const digest = createHash('sha256').update(id).digest();
    const runId = timeId('run', createdAt.getTime(), digest);
    const [row] = await db
      .insert(triggerFirings)
      .values({
        ...firing,
        id,
        trigger,
        by: firing.by ?? null,
        runId,
        createdAt,
        dueAt,
      })
      .onConflictDoNothing()
      .returning();
    return row ?? (await get(id))!;
  }

  return {
    get,

    record,

    /** Newest first. */
    async list(
      trigger: string,
      { after, limit }: { after?: FiringCursor | undefined; limit: number },
    ): Promise<FiringRow[]> {
      const { createdAt, id } = triggerFirings;
      return db
        .select()
        .from(triggerFirings)
        .where(
          and(
            eq(triggerFirings.trigger, trigger),
            after &&
              or(
                lt(createdAt, after.createdAt),
                and(eq(createdAt, after.createdAt), lt(id, after.id)),
              ),
          ),
        )
        .orderBy(desc(createdAt), desc(id))
        .limit(limit);
    },

    /** The last firing of each of some triggers, by trigger. */
    async lastOf(ids: readonly string[]): Promise<Map<string, FiringRow>> {
      if (ids.length === 0) return new Map();
      const { trigger, createdAt, id } = triggerFirings;
      const rows = await db
        .selectDistinctOn([trigger])
        .from(triggerFirings)
        .where(inArray(trigger, [...ids]))
        .orderBy(asc(trigger), desc(createdAt), desc(id));
      return new Map(rows.map((row) => [row.trigger, row]));
    },

    /** Those whose time has come, oldest first. @param page.after where the page before ended. */
    async due(
      now: Date,
      { after, limit }: { after?: FiringCursor | undefined; limit: number },
    ): Promise<FiringRow[]> {
      const { createdAt, id, status, dueAt } = triggerFirings;
      return db
        .select()
        .from(triggerFirings)
        .where(
          and(
            eq(status, 'pending'),
            lte(dueAt, now),
            after &&
              or(
                gt(createdAt, after.createdAt),
                and(eq(createdAt, after.createdAt), gt(id, after.id)),
              ),
          ),
        )
        .orderBy(asc(triggerFirings.createdAt), asc(triggerFirings.id))
        .limit(limit);
    },

    /** When the next one is due after a time; undefined where none is. */
    async nextDue(now: Date): Promise<Date | undefined> {
      const [row] = await db
        .select({ dueAt: triggerFirings.dueAt })
        .from(triggerFirings)
        .where(and(eq(triggerFirings.status, 'pending'), gt(triggerFirings.dueAt, now)))
        .orderBy(asc(triggerFirings.dueAt))
        .limit(1);
      return row?.dueAt;
    },

    /** How many firings of the same trigger wait that came before one. */
    async countBefore({ trigger, createdAt, id }: FiringRow): Promise<number> {
      const before = triggerFirings;
      return db.$count(
        triggerFirings,
        and(
          eq(before.trigger, trigger),
          eq(before.status, 'pending'),
          or(
            lt(before.createdAt, createdAt),
            and(eq(before.createdAt, createdAt), lt(before.id, id)),
          ),
        ),
      );
    },

    /** The runs of a trigger that have not ended, beside one. */
    async openRuns(trigger: string, except: string): Promise<string[]> {
      const rows = await db
        .select({ id: runs.id })
        .from(runs)
        .where(
          and(eq(runs.trigger, trigger), inArray(runs.status, [...open]), ne(runs.id, except)),
        );
      return rows.map(({ id }) => id);
    },

    /** Notes what became of a firing; one that has an end keeps it. */
    async end(
      id: string,
      { status, reason = null }: { status: 'started' | 'skipped'; reason?: string | null },
    ): Promise<void> {
      const set = { status, reason, endedAt: new Date() };
      await db.update(triggerFirings).set(set).where(isPending(id));
    },

    /** Says what a firing waits for, which is looked at whenever a run of a trigger ends. */
    async wait(id: string, reason: string): Promise<void> {
      const waiting = await get(id);
      // What waits as before is not written again: each write wakes who listens.
      if (waiting?.reason === reason) return;
      await db.update(triggerFirings).set({ reason }).where(isPending(id));
    },

    /**
     * Notes that a firing could not start its run, and tells whose trigger it is: the first time, and where it is not tried
     * again.
     * @param failure.dueAt when it is tried again; null where it is not.
     */
    async fail(
      firing: FiringRow,
      { pipeline, user }: Pick<TriggerRow, 'pipeline' | 'user'>,
      failure: { reason: string; dueAt: Date | null },
    ): Promise<void> {
      const { reason, dueAt } = failure;
      const { id, trigger, failures } = firing;
      const ended = { status: 'failed' as const, endedAt: new Date() };
      await db.transaction(async (tx) => {
        const noted = await tx
          .update(triggerFirings)
          .set({ reason, failures: failures + 1, ...(dueAt ? { dueAt } : ended) })
          .where(isPending(id))
          .returning({ id: triggerFirings.id });
        if (noted.length === 0 || user === null || (failures > 0 && dueAt)) return;
        const then = dueAt
          ? `Baton retries until it starts or has failed too often.`
          : `Baton does not retry it. Fix the cause, then fire ${trigger} manually.`;
        await announce(tx, {
          id: `${id}~${dueAt ? 'failed' : 'given-up'}`,
          run: { id: null, user, notify: null },
          kind: 'trigger-failed',
          title: `${trigger} could not start ${pipeline}`,
          text: `${reason} ${then}`,
        });
      });
    },

    /** Notes a firing that starts no run, since what came with it is wrong: who fired it is told. */
    async refuse(firing: NewFiring, reason: string): Promise<void> {
      const noted = await record({ ...firing, dueAt: never });
      await db
        .update(triggerFirings)
        .set({ status: 'failed', reason, failures: 1, endedAt: new Date() })
        .where(isPending(noted.id));
    },

    /** Forgets firings from before a time that have ended. */
    async prune(before: Date): Promise<void> {
      await db
        .delete(triggerFirings)
        .where(and(lt(triggerFirings.createdAt, before), ne(triggerFirings.status, 'pending')));
    },
  };
}

export type FiringRepository = ReturnType<typeof firingRepository>;
