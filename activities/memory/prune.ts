import type { PruneLimits, PruneFigures, PrunableStore } from './memory-store.ts';
import { pruningOrder } from './retention.ts';

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
