import type { PgTable } from 'drizzle-orm/pg-core';
import { keepUp } from '../../../db/keep-up.ts';
import type { Database } from '../../../db/open.ts';
import { ToolError } from '../../tool-kit/tool.ts';

const tickMs = 1_000;

/** @returns whether there is something that the market's moving on can change. */
type Work = () => Promise<boolean>;
type Task = {
  /** A change of them can give it something to do. */
  tables: readonly PgTable[];
  work: Work;
};

/**
 * Does what follows from the market's moving on, such as fills and alerts, while this process runs: every second where
 * there is something to do, else when there is again. Several processes may do so at once.
 * @param options.tasks each waits for its own last round, not for the others.
 * @param options.onError is told of what went wrong, once while it stays the same; a market that does not respond is
 * none of that.
 * @returns a function that stops it, and waits for what is under way.
 */
export function startTradingClock(options: {
  db: Database;
  tasks: readonly Task[];
  onError: (error: unknown) => void;
}): () => Promise<void> {
  const { db, tasks, onError } = options;
  const running = tasks.map(({ tables, work }) => {
    const told = tellingOnce(work, onError);
    const task = async () => ((await told()) ? tickMs : undefined);
    return keepUp({ db, tables, task, pauseMs: tickMs, onError });
  });
  return async () => {
    await Promise.all(running.map(({ stop }) => stop()));
  };
}

/** What went wrong is tried again. */
function tellingOnce(work: Work, onError: (error: unknown) => void): Work {
  let told: string | undefined;
  return async () => {
    try {
      const isBusy = await work();
      told = undefined;
      return isBusy;
    } catch (error) {
      if (error instanceof ToolError && error.retryable) return true;
      if (String(error) !== told) onError(error);
      told = String(error);
      return true;
    }
  };
}
