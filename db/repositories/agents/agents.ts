import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import type { AgentDefinition } from '../../../contracts/agents/index.ts';
import type { Database } from '../../open.ts';
import { agents } from '../../schema/index.ts';
import { tableVersion } from '../table-version.ts';
import { readable } from '../readable.ts';
import { memoryForgettingRepository } from './memory-forgettings.ts';

export type AgentRepository = ReturnType<typeof agentRepository>;
export type AgentRow = typeof agents.$inferSelect;

/** What stands in for a definition that no key opens has the name all the same. */
const named = (row: AgentRow): AgentRow => ({
  ...row,
  definition: { ...row.definition, name: row.name },
});

/** Reads and writes the agents that were made through the API. */
export function agentRepository(db: Database) {
  async function get(name: string): Promise<AgentRow | undefined> {
    const [row] = await db.select().from(agents).where(eq(agents.name, name));
    return row && named(row);
  }

  async function names(): Promise<string[]> {
    const rows = await db.select({ name: agents.name }).from(agents).orderBy(asc(agents.name));
    return rows.map(({ name }) => name);
  }

  return {
    get,
    names,

    /** The hash of an agent, also of one that no key opens. */
    async hashOf(name: string): Promise<string | undefined> {
      const [row] = await db
        .select({ hash: agents.hash })
        .from(agents)
        .where(eq(agents.name, name));
      return row?.hash;
    },

    tableVersion: () => tableVersion(db, agents),

    /** By name. Those that no key opens are left out, except where they are only shown. */
    async list(): Promise<AgentRow[]> {
      const all = () => db.select().from(agents).orderBy(asc(agents.name)).execute();
      return (await readable({ all, names, get })).map(named);
    },

    /**
     * Stores an agent under its name, in place of what was there.
     * @param expected what must be there for it: the hash of the content, null for nothing.
     * @returns what is stored now; undefined where something else than expected was there.
     */
    async put(
      {
        definition,
        hash,
        by,
        isDeployed = false,
      }: { definition: AgentDefinition; hash: string; by: string; isDeployed?: boolean },
      expected: string | null,
    ): Promise<AgentRow | undefined> {
      const { name } = definition;
      const deployed = isDeployed && { deployedHash: hash };
      const content = { definition, hash, updatedBy: by, updatedAt: new Date(), ...deployed };
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
