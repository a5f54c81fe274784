import type { Sealer } from '../../contracts/base/sealed-text.ts';
import type { Database } from '../../db/open.ts';
import { memoryForgettingRepository } from '../../db/repositories/agents/memory-forgettings.ts';
import type { EmbeddingCaller } from '../models/pay/paid-embeddings.ts';
import type { ModelEnvironment } from '../models/env.ts';
import type { MemoryEnvironment } from './env.ts';
import type { EmbeddingChoice } from './embeddings/choose.ts';
import { chooseEmbedding } from './embeddings/choose.ts';
import { createEmbedder } from './embeddings/embedder.ts';
import type { Embedder } from './embeddings/embedder.ts';
import { createForgetting } from './forgetting.ts';
import type { Forgetting } from './forgetting.ts';
import type { MemoryStore } from './memory-store.ts';
import { createPgvectorStore } from './pgvector-store.ts';
import { createQdrantStore } from './qdrant/qdrant-store.ts';

/** What agents remember with. */
export type AgentMemory = {
  store: MemoryStore;
  forgetting: Forgetting;
  choice: EmbeddingChoice;
  embed: Embedder;
  /** The most memories that an agent keeps. */
  maximum: number;
  /** Told of each pruning, and of what went wrong in one. */
  log: (event: object) => void;
};

/** The memory that the environment configures: Qdrant, else pgvector in the database. Nothing is asked of it yet. */
export async function openMemory(options: {
  environment: MemoryEnvironment & ModelEnvironment;
  db: Database;
  databaseName: 'PGlite' | 'PostgreSQL';
  embed: EmbeddingCaller;
  /** What memories in Qdrant are encrypted with; the database has its own. */
  sealer: Sealer;
  log: (event: object) => void;
}): Promise<AgentMemory> {
  const { environment, db, databaseName, embed, sealer, log } = options;
  const { QDRANT_URL: url, QDRANT_API_KEY: apiKey, BATON_MEMORY_MAXIMUM: maximum } = environment;
  const choice = await chooseEmbedding(environment);
  const store = url
    ? createQdrantStore({ url, apiKey, sealer, log })
    : createPgvectorStore({ db, databaseName });
  const forgetting = createForgetting(store, memoryForgettingRepository(db));
  return { store, forgetting, choice, embed: createEmbedder(choice, embed), maximum, log };
}
