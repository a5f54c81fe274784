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
