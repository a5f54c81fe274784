import { eq } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { catalog } from '../schema/index.ts';

export type PublishedCatalog = Omit<typeof catalog.$inferSelect, 'id'>;

/** Reads and writes what the workers can do. */
export function catalogRepository(db: Database) {
  return {
    /** Called by a worker when it starts: replaces what was published before. */
    async publish(published: Omit<typeof catalog.$inferInsert, 'id' | 'publishedAt'>) {
      const row = { id: 'workers' as const, ...published, publishedAt: new Date() };
      await db.insert(catalog).values(row).onConflictDoUpdate({ target: catalog.id, set: row });
    },

    /** What is known of models alone: it is asked for with every call of the gateway. */
    async models(): Promise<Pick<PublishedCatalog, 'models' | 'publishedAt'> | undefined> {
      const { models, publishedAt } = catalog;
      const [row] = await db
        .select({ models, publishedAt })
        .from(catalog)
        .where(eq(catalog.id, 'workers'));
      return row;
    },

    /** Undefined until a worker has started for the first time. */
    async get(): Promise<PublishedCatalog | undefined> {
      const [row] = await db.select().from(catalog).where(eq(catalog.id, 'workers'));
      return row;
    },
  };
}
