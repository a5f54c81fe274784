import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Trigger } from '../../../contracts/pipelines/triggers/index.ts';
import { triggerIdOf } from '../../../contracts/pipelines/triggers/kinds.ts';
import { UnreadableRecord } from '../../../contracts/base/sealed-text.ts';
import type { Database } from '../../open.ts';
import { triggers } from '../../schema/index.ts';

/** Who stores a pipeline: on whose behalf its triggers start runs from then on. */
export type Publisher = {
  user: string;
  /** As records name them. */
  name: string;
};

/**
 * Has a pipeline the triggers of its document, in the transaction that stores it. Those that it had before stay paused where
 * they were.
 * @param publisher null for what comes with Baton: such a trigger is paused until somebody resumes it.
 */
export async function storeTriggers(
  tx: Database,
  { name: pipeline, triggers: wanted = [] }: { name: string; triggers?: Trigger[] | undefined },
  publisher: Publisher | null,
): Promise<void> {
  const { id, removedAt } = triggers;
  const now = new Date();
  const before = await tx
    .select({ id, removedAt })
    .from(triggers)
    .where(eq(triggers.pipeline, pipeline))
    .for('update');
  const kept = new Set(wanted.map((trigger) => triggerIdOf(pipeline, trigger.id)));
  for (const row of before) {
    if (row.removedAt !== null || kept.has(row.id)) continue;
    await change(tx, row.id, { removedAt: now });
  }
  const owner = publisher && { user: publisher.user, publishedBy: publisher.name };
  for (const definition of wanted) {
    const row = {
      id: triggerIdOf(pipeline, definition.id),
      pipeline,
      name: definition.id,
      kind: definition.kind,
      event: definition.kind === 'event' ? definition.event : null,
      definition,
    };
    const earlier = before.find((each) => each.id === row.id);
    if (!earlier) {
      await tx.insert(triggers).values({ ...row, ...(owner ?? { pausedAt: now }) });
      continue;
    }
    const isNew = earlier.removedAt !== null;
    if (isNew || !(await isStored(tx, row.id, definition))) {
      const fresh = {
        user: null,
        publishedBy: null,
        pausedAt: now,
        pausedBy: null,
        // Nobody who knew the secret of one that was removed can call another one of its name.
        secret: null,
        secretAt: null,
        oldSecret: null,
        oldSecretUntil: null,
      };
      const anew = isNew ? { ...fresh, ...(owner && { pausedAt: null }), ...owner } : owner;
      await change(tx, row.id, { ...row, removedAt: null, ...anew });
    } else if (owner) {
      await tx.update(triggers).set(owner).where(eq(triggers.id, row.id));
    }
  }
}

/** What no key opens is stored anew. */
async function isStored(tx: Database, id: string, definition: Trigger): Promise<boolean> {
  try {
    const [row] = await tx
      .select({ definition: triggers.definition })
      .from(triggers)
      .where(and(eq(triggers.id, id), isNull(triggers.removedAt)));
    return isDeepStrictEqual(row?.definition, definition);
  } catch (error) {
    if (error instanceof UnreadableRecord) return false;
    throw error;
  }
}

/** Changes a trigger so that Temporal is told of it. */
export async function change(
  db: Database,
  id: string,
  set: Partial<typeof triggers.$inferInsert>,
): Promise<TriggerRow | undefined> {
  const [row] = await db
    .update(triggers)
    .set({ ...set, revision: sql`${triggers.revision} + 1`, updatedAt: new Date() })
    .where(eq(triggers.id, id))
    .returning();
  return row;
}

export type TriggerRow = typeof triggers.$inferSelect;
