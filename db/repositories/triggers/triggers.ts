import { and, asc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { TriggerKindName } from '../../../contracts/pipelines/triggers/kinds.ts';
import type { Database } from '../../open.ts';
import { triggers } from '../../schema/index.ts';
import { change } from './store-triggers.ts';
import type { Publisher, TriggerRow } from './store-triggers.ts';

export type { Publisher, TriggerRow } from './store-triggers.ts';

/** Reads the triggers of stored pipelines, and pauses and resumes them. `storeTriggers` writes them. */
export function triggerRepository(db: Database) {
  const isThere = isNull(triggers.removedAt);

  return {
    /** One that is in its document. */
    async get(id: string): Promise<TriggerRow | undefined> {
      const [row] = await db
        .select()
        .from(triggers)
        .where(and(eq(triggers.id, id), isThere));
      return row;
    },

    /** Those that are in their documents, by id. @param filter.after the last id of the page before. */
    async list(filter: {
      pipeline?: string | undefined;
      kind?: TriggerKindName | undefined;
      after?: string | undefined;
      limit: number;
    }): Promise<TriggerRow[]> {
      const { pipeline, kind, after, limit } = filter;
      return db
        .select()
        .from(triggers)
        .where(
          and(
            isThere,
            pipeline === undefined ? undefined : eq(triggers.pipeline, pipeline),
            kind && eq(triggers.kind, kind),
            after === undefined ? undefined : gt(triggers.id, after),
          ),
        )
        .orderBy(asc(triggers.id))
        .limit(limit);
    },

    /** The ids of all of a kind, also of those that have left their documents. */
    async idsOf(kind: TriggerKindName): Promise<string[]> {
      const rows = await db
        .select({ id: triggers.id })
        .from(triggers)
        .where(eq(triggers.kind, kind));
      return rows.map(({ id }) => id);
    },

    /** Those that Temporal was not told of as they are; a page of them in the order of their ids. */
    async untold({ after, limit }: { after?: string; limit: number }): Promise<TriggerRow[]> {
      return db
        .select()
        .from(triggers)
        .where(
          and(
            ne(triggers.toldRevision, triggers.revision),
            after === undefined ? undefined : gt(triggers.id, after),
          ),
        )
        .orderBy(asc(triggers.id))
        .limit(limit);
    },

    /** Notes which revision Temporal was told of, and why it did not take it; one that has left its document goes. */
    async noteTold(
      { id, revision, removedAt }: TriggerRow,
      refusal: string | null = null,
    ): Promise<void> {
      const isSame = and(eq(triggers.id, id), eq(triggers.revision, revision));
      if (removedAt !== null) await db.delete(triggers).where(isSame);
      else await db.update(triggers).set({ toldRevision: revision, refusal }).where(isSame);
    },

    /** Has Temporal told of some anew, as it does not have them as they are. */
    async tellAgain(id: string): Promise<void> {
      await db.update(triggers).set({ toldRevision: 0 }).where(eq(triggers.id, id));
    },

    /** Gives a webhook a new secret. @param keepMs how long the one before is good too. */
    async renewSecret(id: string, secret: string, keepMs: number): Promise<TriggerRow | undefined> {
      const until = new Date(Date.now() + keepMs);
      const [row] = await db
        .update(triggers)
        .set({
          oldSecret: keepMs > 0 ? sql`${triggers.secret}` : null,
          oldSecretUntil: keepMs > 0 ? until : null,
          secret,
          secretAt: new Date(),
        })
        .where(and(eq(triggers.id, id), isThere))
        .returning();
      return row;
    },

    pause: (id: string, by: string) => change(db, id, { pausedAt: new Date(), pausedBy: by }),

    /** @param owner on whose behalf it is from now on; null where it stays as it was. */
    resume: (id: string, owner: Publisher | null) =>
      change(db, id, {
        pausedAt: null,
        pausedBy: null,
        ...(owner && { user: owner.user, publishedBy: owner.name }),
      }),

    /**
     * Holds a trigger for a while, so that no other process starts runs of it.
     * @returns false where another one holds it.
     */
    async hold(id: string, ms: number): Promise<boolean> {
      const now = new Date();
      const isFree = or(isNull(triggers.heldUntil), lt(triggers.heldUntil, now));
      const held = await db
        .update(triggers)
        .set({ heldUntil: new Date(now.getTime() + ms) })
        .where(and(eq(triggers.id, id), isFree))
        .returning({ id: triggers.id });
      return held.length > 0;
    },

    async release(id: string): Promise<void> {
      await db.update(triggers).set({ heldUntil: null }).where(eq(triggers.id, id));
    },
  };
}

export type TriggerRepository = ReturnType<typeof triggerRepository>;
