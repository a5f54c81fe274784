import { and, asc, eq, exists, gte, inArray, isNull, lt, lte, not, or, sql } from 'drizzle-orm';
import type { MemoryScope, NewMemory } from '../../../contracts/agents/memory.ts';
import type { Database } from '../../open.ts';
import { memoryForgettings, runs } from '../../schema/index.ts';

export type MemoryForgetting = typeof memoryForgettings.$inferSelect;

const { agent, memoryId, runId, user, at, doneAt, forgotten } = memoryForgettings;

/** Reads and writes what is to be forgotten, and what was. */
export function memoryForgettingRepository(db: Database) {
  return {
    /** Stores what is to be forgotten, once under its id. @param asked.agent null for every agent. */
    async insert(asked: { id: string; agent: string | null; scope: MemoryScope }) {
      const { id: memory, ...scope } = asked.scope;
      await db
        .insert(memoryForgettings)
        .values({ id: asked.id, agent: asked.agent, memoryId: memory, ...scope, at: new Date() })
        .onConflictDoNothing();
    },

    async get(id: string): Promise<MemoryForgetting | undefined> {
      const [row] = await db.select().from(memoryForgettings).where(eq(memoryForgettings.id, id));
      return row;
    },

    /** What a store has not forgotten yet, oldest first. @param name of an agent; left out, of all. */
    async pending(name?: string): Promise<MemoryForgetting[]> {
      const isOfAgent = name === undefined ? undefined : or(isNull(agent), eq(agent, name));
      return db
        .select()
        .from(memoryForgettings)
        .where(and(isNull(doneAt), isOfAgent))
        .orderBy(asc(at));
    },

    /** Notes that a store has forgotten, and how many memories that were. */
    async finish(id: string, count: number) {
      await db
        .update(memoryForgettings)
        .set({ doneAt: new Date(), forgotten: sql`${forgotten} + ${count}` })
        .where(eq(memoryForgettings.id, id));
    },

    /** Whether a memory is one of those that are to be forgotten: its run is from before that was asked. */
    async covers(memory: Pick<NewMemory, 'agent' | 'id' | 'runId' | 'user'>): Promise<boolean> {
      const [row] = await db
        .select({ id: memoryForgettings.id })
        .from(memoryForgettings)
        .innerJoin(runs, eq(runs.id, memory.runId))
        .where(
          and(
            or(isNull(agent), eq(agent, memory.agent)),
            or(isNull(memoryId), eq(memoryId, memory.id)),
            or(isNull(runId), eq(runId, memory.runId)),
            or(isNull(user), eq(user, memory.user)),
            gte(at, runs.createdAt),
          ),
        )
        .limit(1);
      return row !== undefined;
    },

    /** Drops what was done before a time, where no run from before it goes on. */
    async prune(before: Date) {
      const goesOn = db
        .select({ id: runs.id })
        .from(runs)
        .where(
          and(inArray(runs.status, ['pending', 'in_progress', 'waiting']), lte(runs.createdAt, at)),
        );
      await db.delete(memoryForgettings).where(and(lt(doneAt, before), not(exists(goesOn))));
    },
  };
}

export type MemoryForgettingRepository = ReturnType<typeof memoryForgettingRepository>;
