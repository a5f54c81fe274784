import { memoryGap } from '../activities/memory/memory-gap.ts';
import type { MemoryStore } from '../activities/memory/memory-store.ts';
import type { Database } from '../db/open.ts';
import { catalogRepository } from '../db/repositories/catalog/catalog.ts';
import { repeat } from './repeat.ts';

/**
 * Tells the API whether memories can be kept, each time: what a worker told that has died since is put right by another.
 * @param options.pauseMs @default 10,000
 */
export function watchMemory(options: {
  store: Pick<MemoryStore, 'check'>;
  db: Database;
  onError: (error: unknown) => void;
  pauseMs?: number;
}): { stop(): Promise<void> } {
  const { store, db, onError, pauseMs = 10_000 } = options;
  const catalog = catalogRepository(db);
  return repeat({
    pauseMs,
    onError,
    async task() {
      await catalog.publishMemory((await memoryGap(store)) ?? null);
    },
  });
}
