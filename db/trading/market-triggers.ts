import { and, eq, isNotNull, isNull, ne, notInArray } from 'drizzle-orm';
import { UnreadableRecord } from '../../contracts/base/sealed-text.ts';
import type { Database } from '../open.ts';
import { marketTriggers, triggers } from '../schema/index.ts';
import { unlessUnreadable, whileShowing } from '../sealing.ts';
import type { TriggerRow } from '../repositories/triggers/triggers.ts';

export type MarketTriggerRow = typeof marketTriggers.$inferSelect;
/** What the engine calls the kind of these triggers. */
const kind = 'market' as TriggerRow['kind'];

/** One that fires. The definition is an error where no key opens it. */
export type MarketTriggerOn = Pick<TriggerRow, 'id' | 'kind' | 'refusal'> & {
  user: string;
  definition: TriggerRow['definition'] | UnreadableRecord;
};

/** Where a trigger stands, since it began last. */
type Place = Pick<MarketTriggerRow, 'trigger' | 'beganAt'>;

const isOn = and(
  eq(triggers.kind, kind),
  isNull(triggers.removedAt),
  isNull(triggers.pausedAt),
  isNotNull(triggers.user),
);

const isThere = ({ trigger, beganAt }: Place) =>
  and(eq(marketTriggers.trigger, trigger), eq(marketTriggers.beganAt, beganAt));

/** The triggers of the market, and how far it was looked at for them. */
export function marketTriggerRepository(db: Database) {
  /** By trigger; undefined where one of them cannot be read. */
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
     * Those that fire: neither paused, nor removed, nor of nobody. It forgets where the others stand: switched on again, they begin
     * anew.
     */
    async listOn(): Promise<MarketTriggerOn[]> {
      const idsOn = db.select({ id: triggers.id }).from(triggers).where(isOn);
      const forgotten = db
        .$with('forgotten')
        .as(db.delete(marketTriggers).where(notInArray(marketTriggers.trigger, idsOn)).returning());
      const { id, kind: kindOf, user, refusal } = triggers;
      // Of all that is sealed only the problem is read here: it is shown.
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

    /** Where a trigger stands; one that waits for something else than before begins anew. */
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

    /** Notes up to when the market was looked at; of one that has begun anew meanwhile, nothing. */
    async noteSeen(place: Place, watchFrom: Date): Promise<void> {
      await db.update(marketTriggers).set({ watchFrom }).where(isThere(place));
    },

    /** Begins anew at a time of the market, once for all who find that it has to. */
    async beginAnew(place: Place, watchFrom: Date): Promise<void> {
      const fresh = { beganAt: new Date(), watchFrom };
      await db.update(marketTriggers).set(fresh).where(isThere(place));
    },

    /** Says at a trigger why it cannot fire, or that it can. */
    async noteProblem(id: string, refusal: string | null): Promise<void> {
      await db.update(triggers).set({ refusal }).where(eq(triggers.id, id));
    },
  };
}

export type MarketTriggerRepository = ReturnType<typeof marketTriggerRepository>;
