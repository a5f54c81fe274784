import { and, eq, isNotNull, isNull, ne, notInArray } from 'drizzle-orm';
import { UnreadableRecord } from '../../contracts/base/sealed-text.ts';
import type { Database } from '../open.ts';
import { marketTriggers, triggers } from '../schema/index.ts';
import { unlessUnreadable, whileShowing } from '../sealing.ts';
import type { TriggerRow } from '../repositories/triggers/triggers.ts';

export type MarketTriggerRow = typeof marketTriggers.$inferSelect;
/** The kind of these triggers in the engine's table. */
const kind = 'market' as TriggerRow['kind'];

/** An active trigger. The definition is an error if no key can decrypt it. */
export type MarketTriggerOn = Pick<TriggerRow, 'id' | 'kind' | 'refusal'> & {
  user: string;
  definition: TriggerRow['definition'] | UnreadableRecord;
};

/** Identifies the progress of a trigger since it last started. */
type Place = Pick<MarketTriggerRow, 'trigger' | 'beganAt'>;

const isOn = and(
  eq(triggers.kind, kind),
  isNull(triggers.removedAt),
  isNull(triggers.pausedAt),
  isNotNull(triggers.user),
);

const isThere = ({ trigger, beganAt }: Place) =>
  and(eq(marketTriggers.trigger, trigger), eq(marketTriggers.beganAt, beganAt));

/** Stores how far the market was checked for each market trigger. */
export function marketTriggerRepository(db: Database) {
  /** Definitions by trigger; undefined if any of them cannot be decrypted. */
  async function definitionsOn() {
    const { id, definition } = triggers;
    const rows = await unlessUnreadable(() =>
      db.select({ id, definition }).from(triggers).where(isOn).execute(),
    );
    return rows && new Map(rows.map((row) => [row.id, row.definition]));
  }

  async function definitionOf(id: string): Promise<MarketTriggerOn['definition'] | undefined> {
    const { definition } = triggers;
    try {
      const [row] = await db.select({ definition }).from(triggers).where(eq(triggers.id, id));
      return row?.definition;
    } catch (error) {
      if (error instanceof UnreadableRecord) return error;
      throw error;
    }
  }

  return {
    /**
     * Active triggers: not paused, not removed, and with a user. The progress of the others is deleted, so that they
     * start anew when switched on again.
     */
    async listOn(): Promise<MarketTriggerOn[]> {
      const idsOn = db.select({ id: triggers.id }).from(triggers).where(isOn);
      const forgotten = db
        .$with('forgotten')
        .as(db.delete(marketTriggers).where(notInArray(marketTriggers.trigger, idsOn)).returning());
      const { id, kind: kindOf, user, refusal } = triggers;
      // Of the encrypted columns only the problem is read here.
      const rows = await whileShowing(() =>
        db
          .with(forgotten)
          .select({ id, kind: kindOf, user, refusal })
          .from(triggers)
          .where(isOn)
          .execute(),
      );
      if (rows.length === 0) return [];
      const definitions = await definitionsOn();
      const on: MarketTriggerOn[] = [];
      for (const row of rows) {
        const definition = definitions ? definitions.get(row.id) : await definitionOf(row.id);
        if (row.user !== null && definition) on.push({ ...row, user: row.user, definition });
      }
      return on;
    },

    /** The progress of a trigger. It starts anew if its terms have changed. */
    async begin(trigger: string, terms: string): Promise<MarketTriggerRow> {
      const fresh = { trigger, terms, beganAt: new Date(), watchFrom: null };
      await db
        .insert(marketTriggers)
        .values(fresh)
        .onConflictDoUpdate({
          target: marketTriggers.trigger,
          set: fresh,
          setWhere: ne(marketTriggers.terms, terms),
        });
      const isThis = eq(marketTriggers.trigger, trigger);
      const [row] = await db.select().from(marketTriggers).where(isThis);
      return row ?? fresh;
    },

    /** Stores up to when the market was checked, unless the trigger has started anew meanwhile. */
    async noteSeen(place: Place, watchFrom: Date): Promise<void> {
      await db.update(marketTriggers).set({ watchFrom }).where(isThere(place));
    },

    /** Starts anew at a market time. If several workers call it, it happens once. */
    async beginAnew(place: Place, watchFrom: Date): Promise<void> {
      const fresh = { beganAt: new Date(), watchFrom };
      await db.update(marketTriggers).set(fresh).where(isThere(place));
    },

    /** Stores why a trigger cannot fire; null if it can. */
    async noteProblem(id: string, refusal: string | null): Promise<void> {
      await db.update(triggers).set({ refusal }).where(eq(triggers.id, id));
    },
  };
}

export type MarketTriggerRepository = ReturnType<typeof marketTriggerRepository>;
