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
  const { calls, everyMs = 500, onError } = options;
  const waiting = new Map<string, ToolCallRow>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isStopped = false;

  function note(row: ToolCallRow): void {
    waiting.set(row.id, row);
    if (waiting.size > mostWaiting) giveUpOldest();
    if (isStopped) void flush();
    else flushLater();
  }

  /** No process is kept alive by it: one that ends stops the log first. */
  function flushLater(): void {
    timer ??= setTimeout(() => void flush(), everyMs).unref();
  }

  function giveUpOldest(): void {
    const [oldest] = waiting.keys();
    if (oldest !== undefined) waiting.delete(oldest);
    onError(
      new Error(
        `The audit log cannot be written: ${mostWaiting} calls are waiting, the oldest is lost`,
      ),
    );
  }

  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const rows = [...waiting.values()].slice(0, mostAtOnce);
      await calls.put(rows);
      for (const row of rows) {
        // One that has ended in the meantime is written once more.
        if (waiting.get(row.id) === row) waiting.delete(row.id);
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).catch((error: unknown) => {
      onError(error);
      if (!isStopped) flushLater();
    });
    return writing;
  }

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
    async stop() {
      isStopped = true;
      await flush();
    },
  };
}
