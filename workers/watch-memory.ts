import { memoryGap } from '../activities/memory/memory-gap.ts';
import type { MemoryStore } from '../activities/memory/memory-store.ts';
import { onChange } from '../db/changes.ts';
import type { Database } from '../db/open.ts';
import * as tables from '../db/schema/index.ts';
import { catalogRepository } from '../db/repositories/catalog/catalog.ts';
import { repeat } from './repeat.ts';

/** How often the memory is looked at. */
const lookMs = 10_000;
/** The same, where it takes a person to change what is missing. */
const lastingMs = 5 * 60_000;
/** How often what is told is told again. */
const tellMs = 60_000;

/**
 * Tells the API whether memories can be kept, when that has changed, and when somebody has told otherwise: what a worker
 * told that has died since is put right by another. Once the store can be reached, it encrypts what earlier versions stored.
 * @param options.pauseMs between two looks @default 10,000
 */
export function watchMemory(options: {
  store: Pick<MemoryStore, 'check' | 'sealOld'>;
  db: Database;
  onError: (error: unknown) => void;
  pauseMs?: number;
}): { stop(): Promise<void> } {
  const { store, db, onError, pauseMs = lookMs } = options;
  const catalog = catalogRepository(db);
  let missing: string | null = null;
  let lookAt = 0;
  let told: string | null | undefined;
  let tellAt = 0;
  let isSealed = false;
  const stopListening = onChange(db, [tables.catalog], () => {
    tellAt = 0;
  });
  const looking = repeat({
    pauseMs,
    onError,
    async task() {
      if (performance.now() >= lookAt) {
        const gap = await memoryGap(store);
        missing = gap?.message ?? null;
        lookAt = gap && !gap.retryable ? performance.now() + lastingMs : 0;
      }
      if (missing === null && !isSealed) {
        await store.sealOld();
        isSealed = true;
      }
      if (missing === told && performance.now() < tellAt) return;
      tellAt = performance.now() + tellMs;
      await catalog.publishMemory(missing);
      told = missing;
    },
  });
  return {
    async stop() {
      stopListening();
      await looking.stop();
    },
  };
}
