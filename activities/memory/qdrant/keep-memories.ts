import type { MemoryStore } from '../memory-store.ts';
import type { QdrantAccess } from './access.ts';
import { collectionName } from './collections.ts';
import { toPayload } from './payload.ts';
import { statusOf } from './qdrant-error.ts';

/** Stores memories, each once. */
export function keepMemories({ client, collections, where, ofAll }: QdrantAccess) {
  async function holds(collection: string, id: string): Promise<boolean> {
    const found = client.retrieve(collection, {
      ids: [id],
      with_payload: false,
      with_vector: false,
    });
    return (await where(found, [])).length > 0;
  }

  async function store(memory: Parameters<MemoryStore['remember']>[0]): Promise<void> {
    const { id, agent, embedding, vector } = memory;
    const collection = collectionName(agent, embedding);
    await collections.ensure(collection, vector.length);
    if (await holds(collection, id)) return;
    await client.upsert(collection, {
      wait: true,
      points: [{ id, vector, payload: toPayload(memory) }],
    });
  }

  async function remember(memory: Parameters<MemoryStore['remember']>[0]): Promise<void> {
    try {
      await store(memory);
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      // Its collection was deleted since it was last looked for.
      collections.forget(collectionName(memory.agent, memory.embedding));
      await store(memory);
    }
  }

  async function has(agent: string, id: string): Promise<boolean> {
    return (await ofAll(agent, async (collection) => [await holds(collection, id)])).some(Boolean);
  }

  return { remember, has };
}
