import type { PruneLimits, PruneFigures, PrunableStore } from './memory-store.ts';
import type { MemoryOutline } from '../../contracts/agents/memory.ts';

/** After so long, age has halved what a memory and its last use are worth. */
const halfLifeMs = 30 * 24 * 3_600_000;

type Kept = Pick<MemoryOutline, 'at' | 'recalls' | 'lastRecalledAt' | 'relevance'>;

/**
 * What a memory is worth keeping, from 0 to 3: recency, use and relevance in equal parts, each from 0 to 1, as in
 * Park et al., "Generative Agents" (2023), with use in the place of importance.
 */
export function retention(memory: Kept, now: Date): number {
  const { at, recalls, lastRecalledAt, relevance } = memory;
  const frequency = recalls / (recalls + 1);
  const use = lastRecalledAt ? frequency * recency(lastRecalledAt, now) : 0;
  return recency(at, now) + use + Math.min(1, Math.max(0, relevance));
}

function recency(at: Date, now: Date): number {
  return 2 ** (-Math.max(0, now.getTime() - at.getTime()) / halfLifeMs);
}

/**
 * Memories in the order in which they are forgotten: first those of another embedding than `embedding`, which nothing
 * is compared with any more, then what is worth least; of two that are worth the same, the older.
 */
export function pruningOrder<Outline extends MemoryOutline>(
  memories: readonly Outline[],
  { embedding, now }: { embedding: string; now: Date },
): Outline[] {
  return memories
    .map((memory) => ({
      memory,
      isComparable: Number(memory.embedding === embedding),
      worth: retention(memory, now),
    }))
    .toSorted(
      (one, other) =>
        one.isComparable - other.isComparable ||
        one.worth - other.worth ||
        one.memory.at.getTime() - other.memory.at.getTime() ||
        (one.memory.id < other.memory.id ? -1 : 1),
    )
    .map(({ memory }) => memory);
}

/** Some more than have to go do so, so that not every memory that comes after has all others looked at. */
const slack = 0.05;

/** Deleted at once. */
const batchSize = 500;

/**
 * Forgets what is worth least until there are 5 % fewer than the maximum, in batches.
 * @returns undefined where there were no more than the maximum.
 */
export async function pruneMemories(
  store: PrunableStore,
  agent: string,
  { maximum, embedding, now }: PruneLimits,
): Promise<PruneFigures | undefined> {
  const counts = await store.count(agent);
  const counted = Object.values(counts).reduce((sum, entries) => sum + entries, 0);
  if (counted <= maximum) return undefined;
  const startedAt = performance.now();
  const outlines = await store.outlines(agent);
  const kept = Math.floor(maximum * (1 - slack));
  const surplus = Math.max(0, outlines.length - kept);
  const gone = pruningOrder(outlines, { embedding, now }).slice(0, surplus);
  const ids = gone.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += batchSize) {
    await store.forgetAll(agent, ids.slice(start, start + batchSize));
  }
  const oldest = gone.reduce((first, { at }) => Math.min(first, at.getTime()), now.getTime());
  return {
    before: outlines.length,
    forgotten: gone.length,
    after: outlines.length - gone.length,
    neverRecalled: gone.filter(({ recalls }) => recalls === 0).length,
    otherEmbedding: gone.filter((outline) => outline.embedding !== embedding).length,
    oldest: new Date(oldest).toISOString(),
    durationMs: Math.round(performance.now() - startedAt),
  };
}
