import { createBatchWriter } from '../base/batch-writer.ts';
import type { ToolCallRepository, ToolCallRow } from '../../db/repositories/catalog/tool-calls.ts';

/** The most attempts that wait to be written; beyond it the oldest are given up, and told of. */
const mostWaiting = 20_000;
const mostAtOnce = 500;

/** The log of every attempt at a tool call. */
export type ToolAudit = {
  /**
   * Stores that a side effect is about to happen.
   * @throws where it cannot be stored: the side effect must not happen then.
   */
  begin(row: ToolCallRow): Promise<void>;
  /** Stores how the attempt at a side effect ended, now or, where the database is away, as soon as it is back. */
  end(row: ToolCallRow): Promise<void>;
  /** Stores an attempt soon; nobody waits for it. */
  note(row: ToolCallRow): void;
  /** Writes what waits. */
  flush(): Promise<void>;
  /** Writes what waits, and no more after that. */
  stop(): Promise<void>;
};

/**
 * Writes the attempts in batches, and those at side effects at once.
 * @param options.everyMs how long an attempt waits for others. @default 500
 * @param options.onError is told of what could not be written; it is tried again.
 */
export function createToolAudit(options: {
  calls: Pick<ToolCallRepository, 'put'>;
  everyMs?: number;
  onError: (error: unknown) => void;
}): ToolAudit {
  const { calls, everyMs, onError } = options;
  const { note, flush, stop } = createBatchWriter<ToolCallRow>({
    put: (rows) => calls.put(rows),
    everyMs,
    mostWaiting,
    mostAtOnce,
    what: 'audit log',
    onError,
  });

  return {
    begin: (row) => calls.put([row]),
    async end(row) {
      try {
        await calls.put([row]);
      } catch (error) {
        onError(error);
        note(row);
      }
    },
    note,
    flush,
    stop,
  };
}
