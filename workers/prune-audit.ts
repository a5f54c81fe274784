import type { Database } from '../db/open.ts';
import { toolCallRepository } from '../db/repositories/catalog/tool-calls.ts';
import { repeat } from './repeat.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Forgets what is too old of the audit log.
 * @param options.days how long attempts at tool calls are kept.
 * @param options.pauseMs @default an hour
 */
export function pruneAudit(options: {
  db: Database;
  days: number;
  onError: (error: unknown) => void;
  pauseMs?: number;
}): { stop(): Promise<void> } {
  const { db, days, onError, pauseMs = 60 * 60_000 } = options;
  const calls = toolCallRepository(db);
  return repeat({
    pauseMs,
    onError,
    async task() {
      await calls.prune(new Date(Date.now() - days * dayMs));
    },
  });
}
