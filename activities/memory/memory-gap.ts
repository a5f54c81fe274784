import type { MemoryStore } from './memory-store.ts';
import { MemoryUnavailable } from './memory-unavailable.ts';

/** Why memories cannot be kept now, with what to do; undefined where they can be. */
export async function memoryGap(
  store: Pick<MemoryStore, 'check'>,
): Promise<MemoryUnavailable | undefined> {
  try {
    await store.check();
    return undefined;
  } catch (error) {
    if (error instanceof MemoryUnavailable) return error;
    throw error;
  }
}
