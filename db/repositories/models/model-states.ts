import { eq, gt, lt, sql } from 'drizzle-orm';
import type { ModelStatus } from '../../../contracts/api/models.ts';
import type { Database } from '../../open.ts';
import { modelStates } from '../../schema/index.ts';

/** What a worker has not said again for so long is no longer so. */
const staleSeconds = 45;
const oldest = sql`now() - make_interval(secs => ${staleSeconds})`;

/** Reads and writes how models stand, as each worker sees it. */
export function modelStateRepository(db: Database) {
  return {
    /** @param worker unique for a worker. */
    async publish(worker: string, statuses: readonly ModelStatus[]): Promise<void> {
      if (statuses.length === 0) return;
      const rows = statuses.map((state) => ({
        id: `${worker}/${[state.model, ...(state.deployment ? [state.deployment.name] : [])].join(' ')}`,
        worker,
        model: state.model,
        state,
        updatedAt: sql`now()`,
      }));
      await db
        .insert(modelStates)
        .values(rows)
        .onConflictDoUpdate({
          target: modelStates.id,
          set: { state: sql`excluded.state`, updatedAt: sql`now()` },
        });
    },

    /** What live workers have said, by model. */
    async list(): Promise<ModelStatus[]> {
      const rows = await db
        .select({ state: modelStates.state })
        .from(modelStates)
        .where(gt(modelStates.updatedAt, oldest))
        .orderBy(modelStates.model, modelStates.id);
      return rows.map(({ state }) => state);
    },

    /** Forgets what a worker has said. */
    async drop(worker: string): Promise<void> {
      await db.delete(modelStates).where(eq(modelStates.worker, worker));
    },

    /** Forgets what workers said that are gone. */
    async dropStale(): Promise<void> {
      await db.delete(modelStates).where(lt(modelStates.updatedAt, oldest));
    },
  };
}
export type ModelStateRepository = ReturnType<typeof modelStateRepository>;
