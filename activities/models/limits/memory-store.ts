import { LRUCache } from 'lru-cache';
import type { LimitState } from './limit-state.ts';
import type { LimitStore } from './limit-store.ts';

/** More models than a process has guards for. */
const mostModels = 2_000;

/** The limits of one process: what it holds ends with it. */
export function createMemoryStore(): LimitStore {
  const states = new LRUCache<string, LimitState>({ max: mostModels });
  return {
    leaseMs: Number.MAX_SAFE_INTEGER / 2,
    isShared: false,
    async update(model, create, change) {
      const now = Date.now();
      const state = states.get(model) ?? create(now);
      states.set(model, state);
      return change(state, now);
    },
  };
}
