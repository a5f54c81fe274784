import { eq } from 'drizzle-orm';
import type { Json } from '../../contracts/json.ts';
import type { Database } from '../open.ts';
import { artifacts } from '../schema/index.ts';

/** Reads and writes outputs that are too large for the history. */
export function artifactRepository(db: Database) {
  return {
    async store(artifact: { id: string; runId: string; content: Json; bytes: number }) {
      await db.insert(artifacts).values(artifact).onConflictDoNothing();
    },

    async content(id: string): Promise<Json | undefined> {
      const [row] = await db
        .select({ content: artifacts.content })
        .from(artifacts)
        .where(eq(artifacts.id, id));
      return row?.content;
    },
  };
}

export type ArtifactRepository = ReturnType<typeof artifactRepository>;
