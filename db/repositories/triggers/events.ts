import { createHash } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { Database } from '../../open.ts';
import { triggers } from '../../schema/index.ts';
import { keepForWaiting } from './event-waits.ts';
import { firingRepository } from './firings.ts';
import { passesFilter } from './pass-filter.ts';
import type { Passes } from './pass-filter.ts';
import type { FiringRow } from './firings.ts';
import type { TriggerRow } from './triggers.ts';

export type NewEvent = {
  name: string;
  /** What happened once has one id: told of again, it fires nothing anew. */
  id: string;
  data: JsonObject;
  /** Who tells of it, as records name them. */
  by: string;
  /** The names that the sender goes by where a list says who may send it: theirs, their roles and groups. */
  sender: readonly string[];
  /** How many events it follows from, one after the other. */
  depth?: number;
};

/** A trigger or a waiting of a node that an event of its name did nothing for. */
export type PassedOver = { id: string; kind: 'trigger' | 'wait'; reason: string };

/** What an event did: the triggers that it fired, and the waitings of nodes that it ended; and what it did not. */
type Told = { firings: FiringRow[]; waits: string[]; passedOver: PassedOver[] };

/** Events that triggers, and nodes of runs, wait for. */
export function eventRepository(db: Database) {
  return {
    /**
     * Fires every trigger that waits for an event, all or none: the runs start later. A filter that cannot be worked out is in
     * the history of its trigger, and told of.
     * Keeps it too for every node of a run that waits for it.
     * @returns what it did, also of an event that was told of before.
     */
    async emit({ name, id, data, by, sender, depth = 0 }: NewEvent): Promise<Told> {
      const at = new Date();
      const event: JsonObject = { name, id, data, depth };
      const key = `event-${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
      return db.transaction(async (tx) => {
        const firings = firingRepository(tx);
        const waiting = await tx
          .select()
          .from(triggers)
          .where(and(eq(triggers.event, name), isNull(triggers.removedAt)))
          .orderBy(asc(triggers.id));
        const fired: FiringRow[] = [];
        const passedOver: PassedOver[] = [];
        for (const trigger of waiting) {
          const passes = passesTo(trigger, {
            event: { ...event, kind: 'event', at: at.toISOString() },
            sender,
          });
          if (passes !== true && 'passedOver' in passes) {
            passedOver.push({ id: trigger.id, kind: 'trigger', reason: passes.passedOver });
            continue;
          }
          const firing = { trigger: trigger.id, kind: 'event', at, event, key, by } as const;
          const noted = await firings.record(firing);
          if (passes !== true && noted.status === 'pending') {
            await firings.fail(noted, trigger, { reason: passes.problem, dueAt: null });
          }
          fired.push((await firings.get(noted.id)) ?? noted);
        }
        const isRepeated = fired.some(({ createdAt }) => createdAt < at);
        const told = { name, key, isRepeated, sender, event: { ...event, at: at.toISOString() } };
        const kept = await keepForWaiting(tx, told);
        const waitsOver = kept.passedOver.map((wait) => ({ ...wait, kind: 'wait' as const }));
        return { firings: fired, waits: kept.ended, passedOver: [...passedOver, ...waitsOver] };
      });
    },
  };
}

export type EventRepository = ReturnType<typeof eventRepository>;

/** Whether an event fires a trigger that waits for its name. */
function passesTo(
  { definition, pausedAt, user }: TriggerRow,
  { event, sender }: { event: JsonObject; sender: readonly string[] },
): Passes {
  if (pausedAt !== null || user === null) return { passedOver: 'The trigger is paused.' };
  if (definition.kind !== 'event') return true;
  const { from = null, when = null } = definition;
  return passesFilter({ from, when, sender }, event);
}
