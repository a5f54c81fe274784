import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { EventWaitEnd, OpenEventWaitInput } from '../../../contracts/activities/index.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { Database } from '../../open.ts';
import { eventWaits } from '../../schema/index.ts';
import { passesFilter } from './pass-filter.ts';

type EventWaitRow = typeof eventWaits.$inferSelect;

/** A node that waits for an event. */
export type OpenWait = Pick<
  EventWaitRow,
  'id' | 'runId' | 'event' | 'when' | 'from' | 'until' | 'problem' | 'createdAt'
>;

/** Nodes of runs that wait for events. */
export function eventWaitRepository(db: Database) {
  return {
    /** Notes that a node waits; noted again, it changes nothing. */
    async open({
      when = null,
      from = null,
      until,
      ...wait
    }: Omit<OpenEventWaitInput, 'when' | 'from'> & {
      when?: string | null;
      from?: string[] | null;
      workflowId: string;
    }): Promise<void> {
      await db
        .insert(eventWaits)
        .values({ ...wait, when, from, until: until === undefined ? null : new Date(until) })
        .onConflictDoNothing();
    },

    /** What some runs wait for now, by run, the first to wait first. */
    async openOf(runIds: readonly string[]): Promise<Map<string, OpenWait[]>> {
      if (runIds.length === 0) return new Map();
      const { id, runId, event, when, from, until, problem, createdAt } = eventWaits;
      const rows = await db
        .select({ id, runId, event, when, from, until, problem, createdAt })
        .from(eventWaits)
        .where(and(inArray(runId, [...runIds]), eq(eventWaits.status, 'waiting')))
        .orderBy(asc(createdAt), asc(id));
      return Map.groupBy(rows, (row) => row.runId);
    },

    /** Whether the event has come. @param isOver nobody waits any more: where none has come by now, none counts. */
    async end(id: string, { isOver }: { isOver: boolean }): Promise<EventWaitEnd> {
      if (isOver) {
        const isOpen = and(eq(eventWaits.id, id), eq(eventWaits.status, 'waiting'));
        await db.update(eventWaits).set({ status: 'ended' }).where(isOpen);
      }
      const [row] = await db.select().from(eventWaits).where(eq(eventWaits.id, id));
      const { received, problem } = row ?? {};
      return { ...(received && { event: received }), ...(problem && { problem }) };
    },

    /** Those whose event has come and whose workflow was not told, by id. @param page.after the last of the page before. */
    async untold({ after, limit }: { after?: string | undefined; limit: number }) {
      const { id, workflowId, status, toldAt } = eventWaits;
      return db
        .select({ id, workflowId })
        .from(eventWaits)
        .where(
          and(
            eq(status, 'received'),
            isNull(toldAt),
            after === undefined ? undefined : gt(id, after),
          ),
        )
        .orderBy(asc(id))
        .limit(limit);
    },

    async noteTold(id: string): Promise<void> {
      await db.update(eventWaits).set({ toldAt: new Date() }).where(eq(eventWaits.id, id));
    },
  };
}

export type EventWaitRepository = ReturnType<typeof eventWaitRepository>;

/**
 * Keeps an event for every node that waits for it, in the transaction that notes the event. One that was told of before is kept
 * for nobody who began to wait since.
 * @param told.key tells it from other events.
 * @returns the ids of the waitings that it ends, also where it ended them when it was first told of, and those for which it does
 * not count.
 */
export async function keepForWaiting(
  tx: Database,
  told: {
    name: string;
    key: string;
    event: JsonObject;
    sender: readonly string[];
    isRepeated: boolean;
  },
): Promise<{ ended: string[]; passedOver: { id: string; reason: string }[] }> {
  const { name, key, event, sender, isRepeated } = told;
  const earlier = await tx
    .select({ id: eventWaits.id })
    .from(eventWaits)
    // Another event may have the same id, such as that of an order.
    .where(and(eq(eventWaits.eventKey, key), eq(eventWaits.event, name)))
    .orderBy(asc(eventWaits.id));
  if (isRepeated || earlier.length > 0) {
    return { ended: earlier.map(({ id }) => id), passedOver: [] };
  }
  const waiting = await tx
    .select()
    .from(eventWaits)
    .where(and(eq(eventWaits.event, name), eq(eventWaits.status, 'waiting')))
    .orderBy(asc(eventWaits.id))
    .for('update');
  const ended: string[] = [];
  const passedOver: { id: string; reason: string }[] = [];
  for (const wait of waiting) {
    const { id, when, from, scope } = wait;
    const passes = passesFilter({ when, from, sender }, event, scope);
    if (passes !== true) {
      passedOver.push({ id, reason: 'problem' in passes ? passes.brief : passes.passedOver });
      if ('passedOver' in passes) continue;
    }
    const set =
      passes === true
        ? { status: 'received' as const, received: event, eventKey: key }
        : { problem: passes.problem };
    await tx.update(eventWaits).set(set).where(eq(eventWaits.id, id));
    if (passes === true) ended.push(id);
  }
  return { ended, passedOver };
}
