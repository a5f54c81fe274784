import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { catalog } from '../../schema/index.ts';
import { tableVersion } from '../table-version.ts';

export type PublishedCatalog = Omit<typeof catalog.$inferSelect, 'id'>;
export type PublishedModels = Pick<PublishedCatalog, 'models' | 'publishedAt'>;

/** Reads and writes what the workers can do. */
export function catalogRepository(db: Database) {
  return {
    tableVersion: () => tableVersion(db, catalog),

    /** Called by a worker when it starts: replaces what was published before. */
    async publish(published: Omit<typeof catalog.$inferInsert, 'id' | 'publishedAt'>) {
      const row = { id: 'workers' as const, ...published, publishedAt: new Date() };
      await db.insert(catalog).values(row).onConflictDoUpdate({ target: catalog.id, set: row });
    },

    /** Called by a worker when its files have changed. */
    async publishAgents(
      published: Pick<PublishedCatalog, 'agents' | 'agentFiles' | 'planners' | 'fileProblems'>,
    ): Promise<void> {
      await db.update(catalog).set(published).where(eq(catalog.id, 'workers'));
    },

    /** Called by a worker when its tools have changed: those of files or of MCP servers. */
    async publishTools(
      published: Pick<PublishedCatalog, 'tools' | 'toolFiles' | 'toolProblems' | 'mcpServers'>,
    ): Promise<void> {
      await db.update(catalog).set(published).where(eq(catalog.id, 'workers'));
    },

    /** Called by a worker again and again: whether its memory is there. Writes only what is not stored yet. */
    async publishMemory(memoryMissing: string | null): Promise<void> {
      const isNew = sql`${catalog.memoryMissing} is distinct from ${memoryMissing}`;
      await db
        .update(catalog)
        .set({ memoryMissing })
        .where(and(eq(catalog.id, 'workers'), isNew));
    },

    /** What is known of models alone: it is asked for with every call of the gateway. */
    async models(): Promise<PublishedModels | undefined> {
      const { models, publishedAt } = catalog;
      const [row] = await db
        .select({ models, publishedAt })
        .from(catalog)
        .where(eq(catalog.id, 'workers'));
      return row;
    },

    /** The names of the tools with a side effect; undefined until a worker has started for the first time. */
    async effectTools(): Promise<string[] | undefined> {
      const [row] = await db
        .select({ tools: catalog.tools })
        .from(catalog)
        .where(eq(catalog.id, 'workers'));
      return row?.tools.flatMap(({ name, sideEffect }) => (sideEffect ? [name] : []));
    },

    /** Undefined until a worker has started for the first time. */
    async get(): Promise<PublishedCatalog | undefined> {
      const [row] = await db.select().from(catalog).where(eq(catalog.id, 'workers'));
      return row;
    },
  };
}

export type CatalogRepository = ReturnType<typeof catalogRepository>;
