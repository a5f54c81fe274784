import { setTimeout as delay } from 'node:timers/promises';

const backoffMs = { first: 500, most: 10_000 };

/** How a start waits for a server that it needs and that is away. */
export type StartWait = {
  /** Is told before each pause what is waited for, why, and how long the pause is. */
  onWait: (waiting: { what: string; why: string; pauseMs: number }) => void;
  /** Ends the wait. */
  signal?: AbortSignal;
};

/**
 * Opens what a process needs to start, again and again while its server is away: after half a second at first and twice
 * as long each time, ten seconds at most.
 * @param options.whyAway says why it is away; undefined of an error that trying again does not mend.
 * @throws what `open` threw, where that is not because its server is away; the abort of `signal`.
 */
export async function untilThere<Opened>(options: {
  what: string;
  open: () => Promise<Opened>;
  whyAway: (error: unknown) => string | undefined;
  wait: StartWait;
}): Promise<Opened> {
  const { what, open, whyAway, wait } = options;
  for (let pauseMs = backoffMs.first; ; pauseMs = Math.min(pauseMs * 2, backoffMs.most)) {
    try {
      return await open();
    } catch (error) {
      const why = whyAway(error);
      if (why === undefined) throw error;
      wait.onWait({ what, why, pauseMs });
    }
    await delay(pauseMs, undefined, { signal: wait.signal });
  }
}
