import type { MemoryStore } from './memory-store.ts';
import { MemoryUnavailable } from './memory-unavailable.ts';

/** What to do before memories can be kept; undefined where they can be. */
export async function memoryGap(store: Pick<MemoryStore, 'check'>): Promise<string | undefined> {
  try {
    await store.check();
    return undefined;
  } catch (error) {
    if (error instanceof MemoryUnavailable) return error.message;
    throw error;
  }
}
