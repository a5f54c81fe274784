/**
 * Writes rows in batches a little later; nobody waits for them.
 * @param options.put stores rows; one that is stored already is replaced.
 * @param options.everyMs how long a row waits for others. @default 500
 * @param options.mostWaiting beyond it the oldest rows are given up, and told of.
 * @param options.what names the rows in that error: `audit log`.
 * @param options.onError is told of what could not be written; it is tried again.
 */
export function createBatchWriter<Row extends { id: string }>(options: {
  put(rows: readonly Row[]): Promise<void>;
  everyMs?: number | undefined;
  mostWaiting: number;
  mostAtOnce: number;
  what: string;
  onError: (error: unknown) => void;
}) {
  const { put, everyMs = 500, mostWaiting, mostAtOnce, what, onError } = options;
  const waiting = new Map<string, Row>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isStopped = false;

  function note(row: Row): void {
    waiting.set(row.id, row);
    if (waiting.size > mostWaiting) giveUpOldest();
    if (isStopped) void flush();
    else flushLater();
  }

  /** No process is kept alive by it: one that ends stops the writer first. */
  function flushLater(): void {
    timer ??= setTimeout(() => void flush(), everyMs).unref();
  }

  function giveUpOldest(): void {
    const [oldest] = waiting.keys();
    if (oldest !== undefined) waiting.delete(oldest);
    onError(
      new Error(
        `The ${what} cannot be written: ${mostWaiting} calls are waiting, the oldest is lost`,
      ),
    );
  }

  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const rows = [...waiting.values()].slice(0, mostAtOnce);
      await put(rows);
      for (const row of rows) {
        // One that has changed in the meantime is written once more.
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
    /** Stores a row soon. */
    note,
    /** Writes what waits. */
    flush,
    /** Writes what waits, and at once what comes after that. */
    async stop() {
      isStopped = true;
      await flush();
    },
  };
}
