import { setTimeout as wait } from 'node:timers/promises';

/**
 * Does something again and again, with a pause after each time.
 * @param options.onError is told of a time that failed; the next one tries again.
 * @returns the way to stop, which waits for what is under way.
 */
export function repeat(options: {
  pauseMs: number;
  task: () => Promise<void>;
  onError: (error: unknown) => void;
}): { stop(): Promise<void> } {
  const { pauseMs, task, onError } = options;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function goOn(): Promise<void> {
    while (!signal.aborted) {
      await task().catch(onError);
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const ended = goOn();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
