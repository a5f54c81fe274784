import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { EventWaitEnd, OpenEventWaitInput } from '../../../contracts/activities/index.ts';
import { evaluateExpression, ExpressionError } from '../../../contracts/expressions/index.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { Database } from '../../open.ts';
import { eventWaits } from '../../schema/index.ts';

export type EventWaitRow = typeof eventWaits.$inferSelect;

/** Nodes of runs that wait for events. */
export function eventWaitRepository(db: Database) {
  return {
    /** Notes that a node waits; noted again, it changes nothing. */
    async open({
      when = null,
      ...wait
    }: Omit<OpenEventWaitInput, 'when'> & {
      when?: string | null;
      workflowId: string;
    }): Promise<void> {
      await db
        .insert(eventWaits)
        .values({ ...wait, when })
        .onConflictDoNothing();
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
 * @returns the ids of the waitings that it ends, also where it ended them when it was first told of.
 */
export async function keepForWaiting(
  tx: Database,
  told: { name: string; key: string; event: JsonObject; isRepeated: boolean },
): Promise<string[]> {
  const { name, key, event, isRepeated } = told;
  const earlier = await tx
    .select({ id: eventWaits.id })
    .from(eventWaits)
    // Another event may have the same id, such as that of an order.
    .where(and(eq(eventWaits.eventKey, key), eq(eventWaits.event, name)))
    .orderBy(asc(eventWaits.id));
  if (isRepeated || earlier.length > 0) return earlier.map(({ id }) => id);
  const waiting = await tx
    .select()
    .from(eventWaits)
    .where(and(eq(eventWaits.event, name), eq(eventWaits.status, 'waiting')))
    .orderBy(asc(eventWaits.id))
    .for('update');
  const ended: string[] = [];
  for (const wait of waiting) {
    const passes = passesFilter(wait, event);
    if (passes === false) continue;
    const set =
      passes === true
        ? { status: 'received' as const, received: event, eventKey: key }
        : { problem: passes.problem };
    await tx.update(eventWaits).set(set).where(eq(eventWaits.id, wait.id));
    if (passes === true) ended.push(wait.id);
  }
  return ended;
}

function passesFilter(
  { when, scope }: EventWaitRow,
  event: JsonObject,
): boolean | { problem: string } {
  if (when === null) return true;
  try {
    const value = evaluateExpression(when, { ...scope, event });
    if (typeof value === 'boolean') return value;
    return { problem: `The filter gives ${JSON.stringify(value)}, not true or false.` };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { problem: `The filter cannot be worked out: ${error.message}` };
  }
}
