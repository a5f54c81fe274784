import { asc, eq } from 'drizzle-orm';
import type { Pipeline } from '../../contracts/pipeline.ts';
import type { Database } from '../open.ts';
import { pipelines } from '../schema/index.ts';

export type PipelineRow = typeof pipelines.$inferSelect;

/** Reads and writes stored pipelines. */
export function pipelineRepository(db: Database) {
  return {
    async get(name: string): Promise<PipelineRow | undefined> {
      const [row] = await db.select().from(pipelines).where(eq(pipelines.name, name));
      return row;
    },

    async list(): Promise<PipelineRow[]> {
      return db.select().from(pipelines).orderBy(asc(pipelines.name));
    },

    /** Stores a pipeline under its name, in place of what was there. */
    async put(pipeline: { document: Pipeline; hash: string; source: 'shipped' | 'user' }) {
      const row = { name: pipeline.document.name, ...pipeline, updatedAt: new Date() };
      await db
        .insert(pipelines)
        .values(row)
        .onConflictDoUpdate({ target: pipelines.name, set: row });
    },
  };
}
