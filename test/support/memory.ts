import type { AgentMemory } from '../../activities/memory/agent-memory.ts';
import { createEmbedder } from '../../activities/memory/embeddings/embedder.ts';
import type { MemoryStore } from '../../activities/memory/memory-store.ts';
import { createForgetting } from '../../activities/memory/forgetting.ts';
import { createPgvectorStore } from '../../activities/memory/pgvector-store.ts';
import type { Database } from '../../db/open.ts';
import { memoryForgettingRepository } from '../../db/repositories/agents/memory-forgettings.ts';

/**
 * Memory by the words of texts.
 * @param store @default one in PGlite
 */
export function lexicalMemory(
  db: Database,
  store: MemoryStore = createPgvectorStore({ db, databaseName: 'PGlite' }),
): AgentMemory {
  return {
    store,
    forgetting: createForgetting(store, memoryForgettingRepository(db)),
    choice: 'lexical',
    embed: createEmbedder('lexical', () => Promise.reject(new Error('no model here'))),
    maximum: 10_000,
    log: () => undefined,
  };
}
