import { and, eq, isNotNull, isNull, ne, notInArray } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { marketTriggers, triggers } from '../schema/index.ts';
import type { TriggerRow } from '../repositories/triggers/triggers.ts';

export type MarketTriggerRow = typeof marketTriggers.$inferSelect;
/** What the engine calls the kind of these triggers. */
const kind = 'market' as TriggerRow['kind'];

/** The triggers of the market, and how far it was looked at for them. */
export function marketTriggerRepository(db: Database) {
  return {
    /** Those that fire: neither paused, nor removed, nor of nobody. */
    async listOn(): Promise<(TriggerRow & { user: string })[]> {
      const rows = await db
        .select()
        .from(triggers)
        .where(
          and(
            eq(triggers.kind, kind),
            isNull(triggers.removedAt),
            isNull(triggers.pausedAt),
            isNotNull(triggers.user),
          ),
        );
      return rows.flatMap((row) => (row.user === null ? [] : [{ ...row, user: row.user }]));
    },

    /** Forgets where others than some stand: switched on again, they begin anew. */
    async keepOnly(ids: readonly string[]): Promise<void> {
      const rest = ids.length > 0 ? notInArray(marketTriggers.trigger, [...ids]) : undefined;
      await db.delete(marketTriggers).where(rest);
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

    async noteSeen(trigger: string, watchFrom: Date): Promise<void> {
      await db.update(marketTriggers).set({ watchFrom }).where(eq(marketTriggers.trigger, trigger));
    },

    /** Says at a trigger why it cannot fire, or that it can. */
    async noteProblem(id: string, refusal: string | null): Promise<void> {
      const isNew = refusal === null ? isNotNull(triggers.refusal) : isNull(triggers.refusal);
      await db
        .update(triggers)
        .set({ refusal })
        .where(and(eq(triggers.id, id), isNew));
    },
  };
}

export type MarketTriggerRepository = ReturnType<typeof marketTriggerRepository>;
