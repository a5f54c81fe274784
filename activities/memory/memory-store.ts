import type {
  FoundMemory,
  Memory,
  MemoryOutline,
  MemoryPage,
  MemoryQuery,
  MemoryScope,
  NewMemory,
} from '../../contracts/agents/memory.ts';

/**
 * Where the memories of agents are kept. An agent's are apart from those of every other.
 * Every method throws {@link MemoryUnavailable} where the store cannot be reached or used.
 */
export interface MemoryStore {
  /** The store in words, without anything secret: `Qdrant at localhost:6333`. */
  readonly name: string;
  /** Stores a step; one that is stored already stays as it is. */
  remember(memory: NewMemory & { vector: number[] }): Promise<void>;
  has(agent: string, id: string): Promise<boolean>;
  /** The most similar memories, most similar first. */
  search(agent: string, query: MemoryQuery): Promise<FoundMemory[]>;
  /** As `search`, and notes that they were told. */
  recall(agent: string, query: MemoryQuery): Promise<FoundMemory[]>;
  /** Newest first, of every embedding. */
  newest(agent: string, page: MemoryPage): Promise<Memory[]>;
  /** Memories by embedding. */
  count(agent: string): Promise<Record<string, number>>;
  /** @param agent null for every agent. @returns how many were forgotten. */
  forget(agent: string | null, scope: MemoryScope): Promise<number>;
  /** Forgets what is worth least where there is more than the maximum; undefined where there is not. */
  prune(agent: string, limits: PruneLimits): Promise<PruneFigures | undefined>;
  /** Encrypts what earlier versions stored in plain text; the rows of the database are encrypted with all others. */
  sealOld(): Promise<void>;
  /** Makes sure that the store can be reached and used. */
  check(): Promise<void>;
}

/** What {@link pruneMemories} needs of a store. */
export type PrunableStore = Pick<MemoryStore, 'count'> & {
  outlines(agent: string): Promise<MemoryOutline[]>;
  forgetAll(agent: string, ids: string[]): Promise<void>;
};

export type PruneLimits = {
  /** The most memories that an agent keeps. */
  maximum: number;
  /** The one in use: memories of others are forgotten first. */
  embedding: string;
  now: Date;
};

/** What a pruning did, for the log. */
export type PruneFigures = {
  before: number;
  forgotten: number;
  after: number;
  /** Forgotten ones that no task was ever told of, and those of an embedding that is not in use. */
  neverRecalled: number;
  otherEmbedding: number;
  oldest: string;
  durationMs: number;
};
