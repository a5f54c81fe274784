import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import type { AgentDefinition } from '../../../contracts/agents/index.ts';
import type { Database } from '../../open.ts';
import { agents } from '../../schema/index.ts';
import { memoryForgettingRepository } from './memory-forgettings.ts';

export type AgentRow = typeof agents.$inferSelect;

/** Reads and writes the agents that were made through the API. */
export function agentRepository(db: Database) {
  return {
    async get(name: string): Promise<AgentRow | undefined> {
      const [row] = await db.select().from(agents).where(eq(agents.name, name));
      return row;
    },

    async list(): Promise<AgentRow[]> {
      return db.select().from(agents).orderBy(asc(agents.name));
    },

    async names(): Promise<string[]> {
      const rows = await db.select({ name: agents.name }).from(agents).orderBy(asc(agents.name));
      return rows.map(({ name }) => name);
    },

    /**
     * Stores an agent under its name, in place of what was there.
     * @param expected what must be there for it: the hash of the content, null for nothing.
     * @returns what is stored now; undefined where something else than expected was there.
     */
    async put(
      { definition, hash, by }: { definition: AgentDefinition; hash: string; by: string },
      expected: string | null,
    ): Promise<AgentRow | undefined> {
      const { name } = definition;
      const content = { definition, hash, updatedBy: by, updatedAt: new Date() };
      const [row] =
        expected === null
          ? await db
              .insert(agents)
              .values({ name, ...content })
              .onConflictDoNothing()
              .returning()
          : await db
              .update(agents)
              .set(content)
              .where(and(eq(agents.name, name), eq(agents.hash, expected)))
              .returning();
      return row;
    },

    /**
     * Deletes an agent, and leaves word that its memories are to be forgotten: another one of its name has none of
     * them.
     * @param expected the hash that must be there for it; left out, whatever is there.
     * @returns false where something else was there.
     */
    async remove(name: string, expected?: string): Promise<boolean> {
      const isExpected = expected === undefined ? undefined : eq(agents.hash, expected);
      return db.transaction(async (transaction) => {
        const removed = await transaction
          .delete(agents)
          .where(and(eq(agents.name, name), isExpected))
          .returning({ name: agents.name });
        if (removed.length === 0) return expected === undefined;
        const forgetting = { id: randomUUID(), agent: name, scope: {} };
        await memoryForgettingRepository(transaction).insert(forgetting);
        return true;
      });
    },
  };
}
