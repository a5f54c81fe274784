import type { PgTable } from 'drizzle-orm/pg-core';
import { onChange } from './changes.ts';
import type { Database } from './open.ts';

/** Nothing is left undone for longer, also where a change was not told of. */
const longestMs = 60_000;

/**
 * Does something now, after each change of what it depends on, and when it is due again.
 * @param options.tables that it reads; `onChange` tells of them.
 * @param options.task gives in how many milliseconds it is due again; undefined where only a change makes it so.
 * @param options.pauseMs how far apart its rounds begin at least, and when one that failed is done again. @default 1,000
 * @param options.onError is told of a round that failed.
 * @returns the way to stop, which waits for a round under way.
 */
export function keepUp(options: {
  db: Database;
  tables: readonly PgTable[];
  task: () => Promise<number | undefined>;
  pauseMs?: number;
  onError: (error: unknown) => void;
}): { stop(): Promise<void> } {
  const { db, tables, task, pauseMs = 1_000, onError } = options;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let beganAt = -Infinity;
  let isWoken = false;
  let isStopped = false;

  function schedule(ms: number): void {
    clearTimeout(timer);
    const soonest = Math.max(0, beganAt + pauseMs - performance.now());
    timer = setTimeout(begin, Math.min(Math.max(ms, soonest), longestMs)).unref();
  }

  function begin(): void {
    round = run();
  }

  async function run(): Promise<void> {
    beganAt = performance.now();
    isWoken = false;
    let dueMs = pauseMs;
    try {
      dueMs = (await task()) ?? longestMs;
    } catch (error) {
      onError(error);
    }
    round = undefined;
    if (!isStopped) schedule(isWoken ? 0 : dueMs);
  }

  begin();
  const stopListening = onChange(db, tables, () => {
    // Woken again, it keeps the timer that it has.
    if (!isWoken && !round && !isStopped) schedule(0);
    isWoken = true;
  });
  return {
    async stop() {
      isStopped = true;
      stopListening();
      clearTimeout(timer);
      await round;
    },
  };
}
