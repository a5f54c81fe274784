import { setTimeout as delay } from 'node:timers/promises';

/** A server that runs. */
type Running = {
  /** Settles when it ended, whoever ended it. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
};

const backoffMs = { first: 500, most: 30_000 };
/** What has run this long has started well: the next end waits as the first did. */
const steadyMs = 60_000;

/**
 * Keeps a server running: where it ends that nobody stopped, it starts again, after half a second at first and twice as
 * long each time, half a minute at most.
 * @param options.start fails where the server does not start; the first failure is the caller's, later ones are tried again.
 * @param options.onEnd is told of each end, and of each later start that failed, with how long it waits.
 * @returns stops it, for good.
 */
export async function keepRunning<Server extends Running>(options: {
  start: () => Promise<Server>;
  onEnd: (end: { failure?: unknown; waitMs: number }) => void;
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  now?: () => number;
}): Promise<Server> {
  const { start, onEnd, wait = (ms, signal) => delay(ms, undefined, { signal }) } = options;
  const { now = Date.now } = options;
  const stopping = new AbortController();
  const first = await start();
  let current: Server | undefined = first;

  async function keep(): Promise<void> {
    let startedAt = now();
    let waitMs = backoffMs.first;
    for (let failure: unknown; ;) {
      await current?.ended;
      if (stopping.signal.aborted) return;
      if (current && now() - startedAt >= steadyMs) waitMs = backoffMs.first;
      onEnd({ ...(failure !== undefined && { failure }), waitMs });
      await wait(waitMs, stopping.signal);
      waitMs = Math.min(waitMs * 2, backoffMs.most);
      current = undefined;
      try {
        current = await start();
        failure = undefined;
      } catch (error) {
        failure = error;
      }
      startedAt = now();
      if (stopping.signal.aborted) return void (await current?.stop());
    }
  }

  // A wait that the stop ends rejects.
  const kept = keep().catch(() => undefined);
  return {
    ...first,
    ended: kept,
    async stop() {
      stopping.abort();
      await current?.stop();
      await kept;
    },
  };
}
