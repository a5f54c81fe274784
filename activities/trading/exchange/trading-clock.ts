import type { PgTable } from 'drizzle-orm/pg-core';
import { keepUp } from '../../../db/keep-up.ts';
import type { Database } from '../../../db/open.ts';
import { ToolError } from '../../tool-kit/tool.ts';

const tickMs = 1_000;

/** One round of work. @returns whether market movement can give it more to do. */
type Work = () => Promise<boolean>;
type Task = {
  /** Tables whose changes can give it something to do. */
  tables: readonly PgTable[];
  work: Work;
};

/**
 * Runs tasks that depend on market movement, such as fills and alerts: every second while a task has something to do,
 * otherwise when its tables change. Several processes can run it at the same time.
 * @param options.tasks run independently of each other.
 * @param options.onError receives each error once while it stays the same. A market that does not respond is not
 * reported.
 * @returns a function that stops the clock and waits for rounds in progress.
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

/** Reports each error once. The work is always tried again. */
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
