/** A finished step of an agent, as its memory keeps it. */
export type NewMemory = {
  /** UUIDv5 of the step's key: a step that is stored twice is one memory. */
  id: string;
  agent: string;
  runId: string;
  nodePath: string;
  step: string;
  /** On whose behalf the run was. */
  user: string;
  /** The start of the task that the step was part of. */
  task: string;
  /** What was asked and what was found. */
  text: string;
  /** When the step was stored. */
  at: Date;
  /** What the vector was made with, as by `embeddingName`: other embeddings' vectors do not compare. */
  embedding: string;
  /** Up to when what it tells reaches; null or left out where it tells of no time. */
  asOf?: Date | null;
  /** Whose content it rests on, where others wrote it; null or left out where that is not known. */
  outside?: string[] | null;
};

export type Memory = NewMemory & {
  /** How often a task was told of it. */
  recalls: number;
  lastRecalledAt: Date | null;
  /** The highest similarity at which it was recalled, from 0 to 1. */
  relevance: number;
};

/** A memory with its cosine similarity to what was asked, from -1 to 1. */
export type FoundMemory = Memory & { similarity: number };

/** What is looked for among the memories of an agent. */
export type MemoryQuery = {
  vector: number[];
  /** Memories of other embeddings are not compared. */
  embedding: string;
  /** Only what was found on behalf of this user; left out, of all. */
  user?: string | undefined;
  /** Only what tells of no later time; left out, all. */
  asOf?: Date | undefined;
  /** The least cosine similarity. */
  floor: number;
  limit: number;
  /** @default 0 */
  offset?: number;
};

/** A page of what an agent remembers. */
export type MemoryPage = {
  limit: number;
  offset: number;
  /** Only what was found on behalf of this user; left out, of all. */
  user?: string | undefined;
};

/** Which memories are forgotten; every part that is given must hold. */
export type MemoryScope = { id?: string; runId?: string; user?: string };

/** What is decided on when memories are pruned. */
export type MemoryOutline = Pick<
  Memory,
  'id' | 'at' | 'recalls' | 'lastRecalledAt' | 'relevance' | 'embedding'
>;
