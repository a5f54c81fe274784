import type { Forgetting } from '../activities/memory/forgetting.ts';
import { MemoryUnavailable } from '../activities/memory/memory-unavailable.ts';
import type { Database } from '../db/open.ts';
import { gatewayCallRepository } from '../db/repositories/models/gateway-calls.ts';
import { memoryForgettingRepository } from '../db/repositories/agents/memory-forgettings.ts';
import { keepUp } from '../db/keep-up.ts';
import { memoryForgettings } from '../db/schema/index.ts';

/** So long is an answer of the memory kept for whoever asked. */
const answerMs = 60_000;
/** So long after a run's end, a step of it may still be on its way to the memory. */
const lateMs = 24 * 60 * 60_000;

/**
 * Has the memory forget what it could not forget when it was asked to: its store was away, its worker died, or an
 * agent was deleted. Answers that may hold something of it go too.
 * @param options.pauseMs until what could not be forgotten is tried again @default 10,000
 */
export function forgetMemories(options: {
  forgetting: Pick<Forgetting, 'catchUp'>;
  db: Database;
  onError: (error: unknown) => void;
  pauseMs?: number;
}): { stop(): Promise<void> } {
  const { forgetting, db, onError, pauseMs = 10_000 } = options;
  const calls = gatewayCallRepository(db);
  const forgettings = memoryForgettingRepository(db);
  return keepUp({
    db,
    tables: [memoryForgettings],
    pauseMs,
    onError,
    async task() {
      const now = Date.now();
      await calls.forgetMemoryAnswers(new Date(now - answerMs));
      await forgettings.prune(new Date(now - lateMs));
      try {
        await forgetting.catchUp();
        return answerMs;
      } catch (error) {
        // Somebody else says so: `watchMemory`.
        if (error instanceof MemoryUnavailable) return pauseMs;
        throw error;
      }
    },
  });
}
