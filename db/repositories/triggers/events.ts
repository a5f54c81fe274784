import { createHash } from 'node:crypto';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { evaluateExpression, ExpressionError } from '../../../contracts/expressions/index.ts';
import type { Database } from '../../open.ts';
import { triggers } from '../../schema/index.ts';
import { keepForWaiting } from './event-waits.ts';
import { firingRepository } from './firings.ts';
import type { FiringRow } from './firings.ts';
import type { TriggerRow } from './triggers.ts';

export type NewEvent = {
  name: string;
  /** What happened once has one id: told of again, it fires nothing anew. */
  id: string;
  data: JsonObject;
  /** Who tells of it, as records name them. */
  by: string;
  /** How many events it follows from, one after the other. */
  depth?: number;
};

/** What an event did: the triggers that it fired, and the waitings of nodes that it ended. */
type Told = { firings: FiringRow[]; waits: string[] };

/** Events that triggers, and nodes of runs, wait for. */
export function eventRepository(db: Database) {
  return {
    /**
     * Fires every trigger that waits for an event, all or none: the runs start later. A filter that cannot be worked out is in
     * the history of its trigger, and told of.
     * Keeps it too for every node of a run that waits for it.
     * @returns what it did, also of an event that was told of before.
     */
    async emit({ name, id, data, by, depth = 0 }: NewEvent): Promise<Told> {
      const at = new Date();
      const event: JsonObject = { name, id, data, depth };
      const key = `event-${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
      return db.transaction(async (tx) => {
        const firings = firingRepository(tx);
        const waiting = await tx
          .select()
          .from(triggers)
          .where(
            and(
              eq(triggers.event, name),
              isNull(triggers.removedAt),
              isNull(triggers.pausedAt),
              isNotNull(triggers.user),
            ),
          )
          .orderBy(asc(triggers.id));
        const fired: FiringRow[] = [];
        for (const trigger of waiting) {
          const context = { event: { ...event, kind: 'event', at: at.toISOString() } };
          const passes = passesFilter(trigger, context);
          if (passes === false) continue;
          const firing = { trigger: trigger.id, kind: 'event', at, event, key, by } as const;
          const noted = await firings.record(firing);
          if (passes !== true && noted.status === 'pending') {
            await firings.fail(noted, trigger, { reason: passes.problem, dueAt: null });
          }
          fired.push((await firings.get(noted.id)) ?? noted);
        }
        const isRepeated = fired.some(({ createdAt }) => createdAt < at);
        const told = { name, key, isRepeated, event: { ...event, at: at.toISOString() } };
        return { firings: fired, waits: await keepForWaiting(tx, told) };
      });
    },
  };
}

export type EventRepository = ReturnType<typeof eventRepository>;

function passesFilter(
  { definition }: TriggerRow,
  context: { event: JsonObject },
): boolean | { problem: string } {
  if (definition.kind !== 'event' || definition.when === undefined) return true;
  try {
    const value = evaluateExpression(definition.when, context);
    if (typeof value === 'boolean') return value;
    return { problem: `The filter gives ${JSON.stringify(value)}, not true or false.` };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { problem: `The filter cannot be worked out: ${error.message}` };
  }
}
