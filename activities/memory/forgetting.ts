import type { MemoryScope, NewMemory } from '../../contracts/agents/memory.ts';
import type {
  MemoryForgetting,
  MemoryForgettingRepository,
} from '../../db/repositories/agents/memory-forgettings.ts';
import type { MemoryStore } from './memory-store.ts';

export type Forgetting = ReturnType<typeof createForgetting>;

/** Has what is to be forgotten stay forgotten, in any store and whatever is under way. */
export function createForgetting(
  store: Pick<MemoryStore, 'forget'>,
  forgettings: MemoryForgettingRepository,
) {
  async function apply({ id, ...row }: MemoryForgetting): Promise<void> {
    await forgettings.finish(id, await store.forget(row.agent, scopeOf(row)));
  }

  return {
    /**
     * Forgets, also what runs that go on find later. What the store cannot forget now it forgets as soon as it can.
     * @param asked.id asked again under it, nothing is forgotten anew.
     * @param asked.agent null for every agent.
     * @returns how many memories there were.
     * @throws {MemoryUnavailable}
     */
    async forget(asked: { id: string; agent: string | null; scope: MemoryScope }): Promise<number> {
      await forgettings.insert(asked);
      const row = await forgettings.get(asked.id);
      if (row?.doneAt === null) await apply(row);
      return (await forgettings.get(asked.id))?.forgotten ?? 0;
    },

    /**
     * Forgets what could not be forgotten before. Comes before every use of an agent's memories, so that nothing of it
     * is told, and nothing newer goes with it.
     * @param agent left out, every one
     * @throws {MemoryUnavailable}
     */
    async catchUp(agent?: string): Promise<void> {
      for (const row of await forgettings.pending(agent)) await apply(row);
    },

    /** Whether a memory, stored or not, is one of those that are forgotten. */
    covers: (memory: Pick<NewMemory, 'agent' | 'id' | 'runId' | 'user'>) =>
      forgettings.covers(memory),
  };
}

function scopeOf({ memoryId, runId, user }: Omit<MemoryForgetting, 'id'>): MemoryScope {
  return {
    ...(memoryId !== null && { id: memoryId }),
    ...(runId !== null && { runId }),
    ...(user !== null && { user }),
  };
}
